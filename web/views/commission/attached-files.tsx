// Lists the files that people attached to a commission. Each can be saved; an image of a kind that cannot run code can be
// looked at here.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { imageTypeOf } from "../../../src/base/data/image-type.ts";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { kindWords } from "../../../src/rules/attachments/kinds.ts";
import { bytesText } from "../../../src/rules/show/measures.ts";
import { fetchFile } from "../../api/file.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { plainLine } from "../../words/plain.ts";
import styles from "./about.module.css";
import { save } from "./changes/use-download.ts";
import { Group } from "./timeline/group.tsx";

type Shown = NonNullable<CommissionDetail["attachments"]>[number];

export function AttachedFiles({ commission: { id, attachments = [] } }: { commission: CommissionDetail }) {
  if (attachments.length === 0) return null;
  return (
    <Group title="Files">
      <ul className={styles["files"]}>
        {attachments.map((file) => (
          <li key={file.name}>
            <One id={id} file={file} />
          </li>
        ))}
      </ul>
    </Group>
  );
}

const cameWith = { task: "", answer: ", with an answer", note: ", with a note" } as const;

function One({ id, file }: { id: string; file: Shown }) {
  const { name, type, bytes } = file;
  const [image, setImage] = useState<Blob | null>(null);
  const fetched = useMutation({ mutationFn: () => fetchFile("attachment", { id, hash: file.hash }) });
  const isImage = type.startsWith("image/");
  const look = async () => setImage(image === null ? await imageOf(await fetched.mutateAsync()) : null);
  return (
    <>
      <span className={styles["name"]}>{plainLine(name)}</span>
      <span
        className={styles["quiet"]}
      >{`${kindWords[type]}, ${bytesText(bytes)}${cameWith[file.with]}`}</span>
      <span className={styles["acts"]}>
        <Button
          look="quiet"
          busy={fetched.isPending && "Fetching…"}
          aria-label={`Save ${plainLine(name)}`}
          onClick={() => fetched.mutate(undefined, { onSuccess: (blob) => save(name, blob) })}
        >
          Save
        </Button>
        {isImage && (
          <Button
            look="quiet"
            aria-label={`Look at ${plainLine(name)}`}
            onClick={() => void look().catch(() => null)}
          >
            {image === null ? "Look at it" : "Fold it"}
          </Button>
        )}
      </span>
      {image !== null && <Picture image={image} name={name} />}
      {fetched.error && <ProblemNote problem={fetched.error} />}
    </>
  );
}

/** Gives the bytes the type that they have; `null` if it is not an image that cannot run code. */
async function imageOf(blob: Blob): Promise<Blob | null> {
  const type = imageTypeOf(new Uint8Array(await blob.slice(0, 32).arrayBuffer()));
  return type === null ? null : new Blob([blob], { type });
}

function Picture({ image, name }: { image: Blob; name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [image]);
  return url === null ? null : <img className={styles["image"]} src={url} alt={plainLine(name)} />;
}
