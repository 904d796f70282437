// Fetches a file from the hall, as bytes without a type that a browser would run.
import { table } from "virtual:routes";
import { HallProblem, isHallProblem, problemOf, unreachable } from "./problem.ts";
import { ask } from "./visit.ts";

export async function fetchFile(
  route: "attachment",
  params: Readonly<Record<string, string>>,
): Promise<Blob> {
  const path = table[route]?.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  if (path === undefined)
    throw new HallProblem({
      code: "no_such_route",
      message: `This page knows no route "${route}".`,
      hint: "",
    });
  try {
    const response = await ask(path, { method: "GET", headers: {}, signal: null });
    if (!response.ok) throw await problemOf(response);
    return new Blob([await response.arrayBuffer()], { type: "application/octet-stream" });
  } catch (thrown) {
    throw isHallProblem(thrown) ? thrown : unreachable();
  }
}
