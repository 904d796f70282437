// Maps addresses to views. A view's code is fetched when the view is first opened, except that of the home view, which
// comes with the page.
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter } from "@tanstack/react-router";
import { askForLines } from "../store/ahead.ts";
import { parseCommissionSearch } from "../views/commission/tabs.ts";
import { parseChoice } from "../views/commissions/choice.ts";
import { HomeView } from "../views/home/view.tsx";
import { parseArrival } from "../views/new/arrival.ts";
import { queries } from "../store/queries.ts";
import { Broken } from "./broken.tsx";
import { lazyView } from "./lazy-view.tsx";
import { Lost } from "./lost.tsx";
import { onlyKnown } from "./only-known.ts";
import { Shell } from "./shell.tsx";
import { views } from "./views.ts";

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: Lost,
});

const at = <P extends string>(path: P) => ({ getParentRoute: () => root, path });

const commissions = lazyView(views.commissions);
const workers = lazyView(views.workers);
const projects = lazyView(views.projects);
const memory = lazyView(views.memory);

const tree = root.addChildren([
  createRoute({ ...at("/"), component: HomeView }),
  createRoute({ ...at("/commissions"), component: commissions, validateSearch: onlyKnown(parseChoice) }),
  createRoute({
    ...at("/commissions/$id"),
    component: lazyView(views.commission),
    validateSearch: onlyKnown(parseCommissionSearch),
    loader: ({ params, context, cause }) => {
      if (cause !== "enter") return;
      askForLines(params.id);
      void context.queries.prefetchQuery(queries.detail(params.id));
    },
  }),
  createRoute({ ...at("/review"), component: lazyView(views.review) }),
  createRoute({
    ...at("/new"),
    component: lazyView(views.new),
    validateSearch: onlyKnown(parseArrival),
  }),
  createRoute({ ...at("/workers"), component: workers }),
  createRoute({ ...at("/workers/$name"), component: workers }),
  createRoute({ ...at("/projects"), component: projects }),
  createRoute({ ...at("/projects/$name"), component: projects }),
  createRoute({ ...at("/memory"), component: memory }),
  createRoute({ ...at("/memory/$scope"), component: memory }),
  createRoute({ ...at("/memory/$scope/$key"), component: memory }),
  createRoute({
    ...at("/doctor"),
    component: lazyView(views.doctor),
  }),
]);

export function createPageRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
    scrollRestoration: true,
    defaultErrorComponent: Broken,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
