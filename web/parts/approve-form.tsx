// Shows a git tree that a person must approve before the project's set-up command runs on it with the
// network: how it differs from the person's branch, and a button to approve it.
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ChangedFile } from "../../src/contract/commission/diff.ts";
import type { SetUpTree } from "../../src/contract/project/set-up.ts";
import { call } from "../api/call.ts";
import { Button } from "./button.tsx";
import { ProblemNote } from "./note.tsx";
import { say } from "./toast.tsx";
import { plainly } from "../store/plainly.ts";
import { plainLine, plainWhole } from "../words/plain.ts";
import { counted } from "../words/say.ts";
import styles from "./approve-form.module.css";

interface ApproveFormProps {
  project: string;
  tree: string;
  close(): void;
}

export function ApproveForm({ project: name, tree, close }: ApproveFormProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["set-up", name, tree],
    queryFn: async ({ signal }) =>
      plainly(await call("setUpTree", { signal, params: { name }, query: { tree } })),
  });
  const approve = useMutation({
    mutationFn: async () => plainly(await call("setUpApprove", { params: { name }, body: { tree } })),
    onSuccess: () => {
      say({ title: "Approved: its set-up may use the network on these files." });
      close();
    },
  });
  if (error) return <ProblemNote problem={error} retry={() => void refetch()} />;
  if (!data) return <p className={styles["hint"]}>Fetching the files…</p>;
  return (
    <div className={styles["form"]}>
      <p>
        {counted(data.total, "file")} {data.total === 1 ? "differs" : "differ"} from{" "}
        <code>{data.branch}</code>. The set-up of {name} runs what is in them, with the network.
      </p>
      {data.files.map((file) => (
        <FilePatch key={file.path} file={file} />
      ))}
      {isCut(data) && (
        <p>
          Not all of it is shown here ({data.files.length} of {counted(data.total, "file")} listed). In your
          checkout,{" "}
          <code>
            git diff {data.branch} {tree}
          </code>{" "}
          shows the rest.
        </p>
      )}
      <div className={styles["acts"]}>
        <Button look="main" busy={approve.isPending && "Approving…"} onClick={() => approve.mutate()}>
          Approve these files
        </Button>
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </div>
      {approve.error && <ProblemNote problem={approve.error} />}
    </div>
  );
}

/** Returns whether part of the diff is not shown: that part may hold code that runs with the network. */
function isCut({ files, total }: SetUpTree): boolean {
  return files.length < total || files.some(({ patch }) => patch === null);
}

function FilePatch({ file }: { file: ChangedFile }) {
  return (
    <details className={styles["file"]}>
      <summary>
        <code>{plainLine(file.from === null ? file.path : `${file.from} → ${file.path}`)}</code>
      </summary>
      <pre className={styles["patch"]}>{plainWhole(file.patch ?? file.why ?? "It is left out.")}</pre>
    </details>
  );
}
