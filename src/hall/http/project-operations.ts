// What the HTTP door asks about projects.
import type { DocumentList, DocumentsQuery } from "../../contract/project/documents.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import type {
  ProjectAdded,
  ProjectAddRequest,
  ProjectDetail,
  ProjectList,
  ProjectRemoved,
} from "../../contract/project/project.ts";
import type { SetUpTree } from "../../contract/project/set-up.ts";
import type { SyncReport } from "../../contract/project/sync.ts";

export interface ProjectOperations {
  list(): Promise<ProjectList>;
  show(name: ProjectName): Promise<{ ok: true; project: ProjectDetail } | Refusal>;
  documents(name: ProjectName, query: DocumentsQuery): Promise<{ ok: true; found: DocumentList } | Refusal>;
  add(request: ProjectAddRequest): Promise<{ ok: true; added: ProjectAdded } | Refusal>;
  sync(name: ProjectName, order: { dryRun: boolean }): Promise<{ ok: true; report: SyncReport } | Refusal>;
  /** A tree whose set-up waits for approval, against the person's branch. */
  showSetUp(name: ProjectName, tree: string): Promise<{ ok: true; shown: SetUpTree } | Refusal>;
  approveSetUp(name: ProjectName, tree: string): Promise<{ ok: true; shown: SetUpTree } | Refusal>;
  remove(
    name: ProjectName,
    order: { dryRun: boolean },
  ): Promise<{ ok: true; removed: ProjectRemoved } | Refusal>;
}
