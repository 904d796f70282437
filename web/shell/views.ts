// The views that are fetched when they are first gone to; home comes with the page.
export const views = {
  commissions: async () => (await import("../views/commissions/view.tsx")).CommissionsView,
  commission: async () => (await import("../views/commission/view.tsx")).CommissionView,
  new: async () => (await import("../views/new/view.tsx")).NewView,
  workers: async () => (await import("../views/workers/view.tsx")).WorkersView,
  projects: async () => (await import("../views/projects/view.tsx")).ProjectsView,
  memory: async () => (await import("../views/memory/view.tsx")).MemoryView,
  doctor: async () => (await import("../views/doctor/view.tsx")).DoctorView,
};

/** Of a link that was followed: fetched while what draws it is still being set up. */
export function fetchViewOf(path: string): void {
  const [, first = "", second = ""] = path.split("/");
  const name = first === "commissions" && second !== "" ? "commission" : first;
  // One that cannot be fetched is fetched again when it is to be shown, and told of then.
  if (Object.hasOwn(views, name)) void views[name as keyof typeof views]().catch(() => undefined);
}
