// Accepts new commissions. Everything that can be refused is refused here, before anything is written.
import type { AcceptedRequest, CommissionRequest } from "../../contract/commission/commission.ts";
import { findProject } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { memberOf, type WorkerName } from "../../contract/member/member.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { waitOf } from "../../rules/admission/admission.ts";
import { hasComments } from "../../rules/commission/comments.ts";
import { fold } from "../../rules/commission/evolve.ts";
import { chooseModel, namedModels } from "../../rules/model/choose-model.ts";
import { titleOf } from "../../rules/prompt/prompts.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { grantFor, projectBounds, refuseLimits } from "../../rules/limits/grant.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import { findAttachments } from "./attachments.ts";
import type { ConductorState, DispatchDeps } from "./deps.ts";
import { refuseForMember } from "./refuse-for-member.ts";
import { resolveWorker } from "./resolve-worker.ts";

export async function accept(
  conductor: ConductorState,
  request: CommissionRequest,
  key: string | null,
): Promise<Executed> {
  return once(conductor, key, async () => {
    const resolved = await resolveWorker(conductor.deps, request.worker);
    if (!resolved.ok) return resolved;
    const files = { refs: request.attachments, with: "task", earlier: [] } as const;
    const found = await findAttachments(conductor.deps.attachments, files);
    if (!found.ok) return found;
    const asker = { ...byPerson(key), attachments: found.value };
    return acceptNew(conductor, { ...request, worker: resolved.worker }, asker);
  });
}

/** A request whose worker name has been resolved to exactly one worker. */
export interface NamedRequest extends CommissionRequest {
  worker: WorkerName;
}

/** Runs `task`, unless the idempotency key was used before: then it returns the first reply. */
export async function once(
  conductor: ConductorState,
  key: string | null,
  task: () => Promise<Executed>,
): Promise<Executed> {
  if (key === null) return task();
  return oneByOne(conductor, key, async () => (await findRepeated(conductor.deps, key)) ?? task());
}

/** Runs tasks of the same name one after another, so that the second request finds what the first one created. */
export async function oneByOne<T>(
  { accepting }: ConductorState,
  name: string,
  task: () => Promise<T>,
): Promise<T> {
  for (let other = accepting.get(name); other; other = accepting.get(name))
    await other.catch(() => undefined);
  const taken = task();
  accepting.set(name, taken);
  return taken.finally(() => {
    if (accepting.get(name) === taken) accepting.delete(name);
  });
}

export interface ChoreRequest {
  request: NamedRequest;
  chore: NonNullable<AcceptedRequest["chore"]>;
}

export function acceptChore(conductor: ConductorState, { request, chore }: ChoreRequest): Promise<Executed> {
  return acceptNew(conductor, request, { ...anew, createdBy: "hall", chore, idempotencyKey: null });
}

/**
 * Says who asked for the commission and which commission it continues. Never part of a request, so that no caller can
 * ask in the hall's name.
 */
export type RequestOrigin = Pick<
  AcceptedRequest,
  "createdBy" | "chore" | "idempotencyKey" | "continues" | "attempt" | "background" | "untrusted" | "startAt"
> &
  Partial<Pick<AcceptedRequest, "sentBack" | "attachments">>;

const anew = { continues: null, attempt: 1, background: null, untrusted: false, startAt: null };

function byPerson(idempotencyKey: string | null): RequestOrigin {
  return { ...anew, createdBy: "person", chore: null, idempotencyKey };
}

export async function acceptNew(
  conductor: ConductorState,
  request: NamedRequest,
  asker: RequestOrigin,
): Promise<Executed> {
  const { deps, dependencies } = conductor;
  const accepted = await complete(deps, request, asker);
  const refusal =
    (await refuseForMember(deps, accepted)) ??
    (await examine(deps, accepted)) ??
    refusePlayer(deps, accepted) ??
    dependencies.refuse(accepted);
  if (refusal) return refusal;
  const unmet = await dependencies.unmet(accepted);
  const { id, attachments: files = [], continues: from } = accepted;
  // If the hall is killed in between, its next start moves the directory, which has no ledger, to the trash.
  await deps.attachments.give({ id, files, from });
  const created = await deps.ledger.create(accepted, unmet);
  if (created.ok && mayStart(conductor, created.commission)) conductor.admit();
  return created;
}

/**
 * Returns false if a round of admission could not start the commission: it is blocked, or the latest round
 * found that none of its kind can start. Whatever changes that triggers a round itself, so accepting stays
 * cheap while thousands wait.
 */
function mayStart({ waits }: ConductorState, { status, record }: Commission): boolean {
  const { worker, rehearsal, chore } = record.request;
  if (status !== "pending") return false;
  return waitOf(waits, { id: null, worker, rehearsed: rehearsal !== null, isChore: chore !== null }) === null;
}

/**
 * Returns the commission that the first request with this key created, as it was then, even if this request
 * differs. `undefined` if the key is new.
 */
async function findRepeated(deps: DispatchDeps, key: string): Promise<Executed | undefined> {
  const id = deps.ledger.findByKey(key);
  const [first, second] = (id && (await deps.ledger.page(id, { after: 0, limit: 2 }))) || [];
  // If the commission was blocked from the start, its second event was written together with the first.
  const asCreated =
    second?.type === "commission.blocked" && second.at === first?.at ? [first, second] : [first];
  const commission: Commission | null = fold(asCreated.filter((event) => event !== undefined));
  return commission ? { ok: true, commission } : undefined;
}

/** Refuses what no commission may ask for. */
export async function examine(deps: DispatchDeps, request: AcceptedRequest): Promise<Refusal | null> {
  const { worker, config, createdBy } = request;
  const listed = await deps.roster.find(worker);
  if (!listed) return unknownWorker(deps, worker);
  const unknown = request.project === null ? null : unknownProject(deps, request.project);
  if (unknown) return unknown;
  const { projects, limits } = deps.settings();
  const order = {
    ...listed,
    context: "commission" as const,
    config,
    model: request.model,
    createdBy,
    project: projectBounds(projects, request.project),
    hasComments: hasComments(request),
  };
  const tooMuch = refuseLimits(order, limits);
  if (tooMuch) return tooMuch;
  const grant = grantFor(order);
  // A missing toolbox may still be added before the commission starts. If it is not, the commission fails when it
  // starts, and names the toolbox.
  if (!grant.ok && grant.problem.code !== "missing_toolbox") return grant;
  const isBlind = grant.ok && !grant.grant.tools.builtIn.includes("Read");
  if (isBlind && request.attachments)
    return refuse(
      "bad_attachment",
      `Worker "${worker}" has no tool that reads files.`,
      "Leave the files out, or let the commission have the tool Read.",
    );
  return null;
}

/** Refuses a commission whose model can neither be reached nor played. */
function refusePlayer(deps: DispatchDeps, request: AcceptedRequest): Refusal | null {
  if (request.rehearsal === null) return deps.hasModel ? null : noModel();
  const script = deps.checkRehearsal(request.rehearsal);
  return script.ok
    ? null
    : refuse("bad_rehearsal", script.message, "docs/guide/rehearsals.md describes the format.");
}

const shownNames = 20;
const mendIt = '"guild-hall package validate DIRECTORY" names every mistake of a package.';

/**
 * Returns the message for a worker that exists but has a mistake: "not installed" would mislead its author.
 */
export function brokenWorker(name: string, why: string): string {
  return `Worker "${name}" cannot be used: ${why}`;
}

/** Returns the advice for a guild member with a mistake. The reason begins with the member's directory. */
function mendMember(why: string): string {
  return `"guild-hall members validate ${why.split(": ", 1)[0]}" names every mistake of the guild member.`;
}

async function unknownWorker(deps: DispatchDeps, name: string): Promise<Refusal> {
  const why = deps.roster.whyPassedOver(name);
  if (why !== undefined)
    return refuse(
      "unknown_worker",
      brokenWorker(name, why),
      memberOf(name) === null ? mendIt : mendMember(why),
    );
  return refuse(
    "unknown_worker",
    `Worker "${name}" is not installed.`,
    `There are: ${(await deps.roster.names()).join(", ") || "none"}. If it should be there, "guild-hall workers" says what the hall passed over.`,
  );
}

function unknownProject(deps: DispatchDeps, name: ProjectName): Refusal | null {
  const { projects } = deps.settings();
  if (findProject(projects, name)) return null;
  return refuse(
    "unknown_project",
    `There is no project "${name}".`,
    `There are: ${Object.keys(projects).slice(0, shownNames).join(", ") || "none"}. To add it: guild-hall project add ${name} PATH, or without a repository guild-hall config set projects.${name} "{}".`,
  );
}

function noModel(): Refusal {
  return refuse(
    "no_model",
    "The hall has no credentials to reach a model.",
    "Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, then run guild-hall down and up; or play a script: --rehearsal FILE, or the field rehearsal.",
  );
}

/** Returns the request as it would be accepted from a person. */
export function completeRequest(deps: DispatchDeps, request: NamedRequest): Promise<AcceptedRequest> {
  return complete(deps, request, byPerson(null));
}

async function complete(
  deps: DispatchDeps,
  request: NamedRequest,
  { attachments = [], ...asker }: RequestOrigin,
): Promise<AcceptedRequest> {
  const listed = await deps.roster.find(request.worker);
  const { worker, project = null, config = {} } = request;
  const order = { worker, project, config, settings: deps.settings(), own: listed?.worker.model };
  return {
    id: deps.newId(),
    worker,
    title: request.title ?? titleOf(request.task),
    task: request.task,
    project,
    model: chooseModel(namedModels(order)),
    labels: request.labels ?? [],
    rehearsal: request.rehearsal ?? null,
    config,
    ...(request.memberConfig !== undefined && { memberConfig: request.memberConfig }),
    after: request.after ?? [],
    checks: request.checks ?? [],
    keepWorktree: request.keepWorktree ?? false,
    onRed: request.onRed ?? false,
    land: request.land ?? null,
    ...(attachments.length > 0 && { attachments }),
    ...asker,
  };
}
