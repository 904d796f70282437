// Fetches the code of each view when the view is first opened. The code of the home view comes with the page.
export const views = {
  commissions: async () => (await import("../views/commissions/view.tsx")).CommissionsView,
  commission: async () => (await import("../views/commission/view.tsx")).CommissionView,
  review: async () => (await import("../views/review/view.tsx")).ReviewView,
  new: async () => (await import("../views/new/view.tsx")).NewView,
  workers: async () => (await import("../views/workers/view.tsx")).WorkersView,
  projects: async () => (await import("../views/projects/view.tsx")).ProjectsView,
  memory: async () => (await import("../views/memory/view.tsx")).MemoryView,
  doctor: async () => (await import("../views/doctor/view.tsx")).DoctorView,
};

/** Fetches the code of the view at this address while React is still being set up. */
export function fetchViewOf(path: string): void {
  const [, first = "", second = ""] = path.split("/");
  const name = first === "commissions" && second !== "" ? "commission" : first;
  // A failed fetch is repeated when the view is shown, and reported then.
  if (Object.hasOwn(views, name)) void views[name as keyof typeof views]().catch(() => undefined);
}
