// Previews one artifact by its type: markdown, text, an image, or a download.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ArtifactContent, ArtifactEntry } from "../../../../src/contract/commission/artifacts.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { Markdown } from "../../../parts/text/markdown.tsx";
import { ProblemNote } from "../../../parts/note.tsx";
import { queries } from "../../../store/queries.ts";
import { plain, plainLine } from "../../../words/plain.ts";
import { bytes } from "../../../words/say.ts";
import { ArtifactCode } from "./artifact-code.tsx";
import { ArtifactImage } from "./artifact-image.tsx";
import { useDownload } from "./use-download.ts";
import styles from "./artifacts-tab.module.css";

/** The preview shows at most this much of a text. */
const textBytes = 400_000;
const imageBytes = 8 * 1024 * 1024;

export function Preview({ id, artifact }: { id: string; artifact: ArtifactEntry }) {
  const { path, bytes: size, kind } = artifact;
  const [isSource, setSource] = useState(false);
  const maxBytes = kind === "image" ? imageBytes : textBytes;
  const isTooBig = kind === "image" && size > imageBytes;
  const { data, error, refetch } = useQuery({
    ...queries.artifact({ id, path, bytes: size, maxBytes }),
    enabled: kind !== "binary" && !isTooBig,
  });
  const download = useDownload(id, artifact);
  return (
    <section className={styles["preview"]} aria-label={plainLine(path)}>
      <div className={styles["bar"]}>
        <code>{plainLine(path)}</code>
        {kind === "markdown" && (
          <Button aria-pressed={isSource} onClick={() => setSource(!isSource)}>
            {isSource ? "Formatted" : "Source"}
          </Button>
        )}
        {data?.encoding === "utf8" && <CopyButton look="plain" text={data.content} />}
        <Button busy={download.isPending && "Fetching…"} onClick={() => download.mutate()}>
          Download, {bytes(size)}
        </Button>
      </div>
      {download.error && <ProblemNote problem={download.error} />}
      {error && <ProblemNote problem={error} retry={() => void refetch()} />}
      {(kind === "binary" || isTooBig) && (
        <p className={styles["quiet"]}>
          {isTooBig
            ? "It is too big to be shown here."
            : "It is neither text nor an image that can be shown here."}{" "}
          Download it to look at it.
        </p>
      )}
      {data && <Content content={data} isSource={isSource} />}
      {data?.cut && (
        <p className={styles["quiet"]}>
          Only the first {bytes(textBytes)} are shown; download it for the rest.
        </p>
      )}
    </section>
  );
}

function Content({ content, isSource }: { content: ArtifactContent; isSource: boolean }) {
  if (content.kind === "image") return <ArtifactImage content={content} />;
  if (content.encoding === "base64")
    return <p className={styles["quiet"]}>Its name says text, but its content is not. Download it.</p>;
  if (content.content === "") return <p className={styles["quiet"]}>It is empty.</p>;
  if (content.kind === "markdown" && !isSource) return <Markdown text={plain(content.content)} />;
  return <ArtifactCode path={content.path} text={content.content} />;
}
