// Finds the route of a request in the contract's table: 404 for an unknown path, 405 for another method.
import { Hono } from "hono";
import { routes, type RouteName } from "../../contract/api/api.ts";
import type { Input, Operations } from "../../contract/api/operation.ts";
import { type Outcome, problem } from "../../contract/api/problem.ts";
import type { Route } from "../../contract/api/route.ts";
import { answer, refused } from "./answers.ts";
import { type CallerKind, badToken, type PassedGuard } from "./guard.ts";
import type { Asked, OwnRoutes } from "./own-routes.ts";
import { take } from "./take.ts";

export interface RouterDeps {
  operations: Operations;
  /** The routes that the HTTP layer answers itself, without an operation of the hall. */
  own: OwnRoutes;
  /** Turns a thrown value into an answer. */
  failed(thrown: unknown, request: Request): Response;
}

export interface Router {
  fetch(request: Request, passed: PassedGuard): Response | Promise<Response>;
}

type Door = Hono<{ Bindings: PassedGuard }>;

export function createRouter(deps: RouterDeps): Router {
  const hono: Door = new Hono();
  for (const name of Object.keys(routes) as RouteName[]) mount(hono, routes[name], handlerOf(deps, name));
  for (const path of new Set(Object.values(routes).map((route) => route.path))) {
    hono.all(path, (context) => wrongMethod(context.req.path));
  }
  hono.notFound(() => refused(problem("no_such_route", "The hall has nothing at this path.")));
  hono.onError((error, context) => deps.failed(error, context.req.raw));
  return { fetch: (request, passed) => hono.fetch(request, passed) };
}

type Handler = (input: Input<Route>, asked: Asked) => Promise<Response> | Response;

/** Returns the handler of the route: the HTTP layer's own, or else the operation of that name. */
function handlerOf({ operations, own }: RouterDeps, name: RouteName): Handler {
  if (name in own) return own[name as keyof OwnRoutes] as Handler;
  const operation = operations[name as keyof Operations] as (
    input: Input<Route>,
  ) => Promise<Outcome<unknown>>;
  return async (input) => answer(routes[name], await operation(input));
}

function mount(hono: Door, route: Route, handle: Handler): void {
  hono.on(route.method, route.path, async (context) => {
    const request = context.req.raw;
    // Hono also routes HEAD to the handlers of GET, but HEAD must not open an event stream that is never
    // read.
    if (request.method !== route.method) return wrongMethod(context.req.path);
    if (!mayAsk(route, context.env.by)) return refused(badToken().problem);
    const expected = context.env.signed?.body ?? null;
    const taken = await take(route, { request, raw: context.req.param(), expected });
    const over = context.env.signed?.visit.over ?? null;
    return taken.ok ? handle(taken.value, { request, over }) : refused(taken.problem);
  });
}

/**
 * Returns true if the sender may use the matched route. The guard checked this too, but a path has many
 * spellings and the guard knows only one of each.
 */
function mayAsk({ asks }: Route, by: CallerKind): boolean {
  if (asks === undefined) return by !== "anybody";
  return asks === "nothing" || by === "token";
}

function wrongMethod(path: string): Response {
  const allowed = Object.values(routes).filter((route) => isAt(route.path, path));
  const allow = allowed.map((route) => route.method).join(", ");
  const response = refused(problem("method_not_allowed", `This path knows only ${allow}.`));
  response.headers.set("allow", allow);
  return response;
}

/**
 * Returns true if the path matches the pattern. A path may match two routes: a literal part of one may be a
 * parameter of the other.
 */
function isAt(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith(":") || part === given[at])
  );
}
