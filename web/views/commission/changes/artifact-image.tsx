// Shows an artifact that is an image. Its first bytes decide the type, and only types that cannot run code are shown.
import { useEffect, useState } from "react";
import type { ArtifactContent } from "../../../../src/contract/commission/artifacts.ts";
import { imageTypeOf } from "../../../../src/base/data/image-type.ts";
import { plainLine } from "../../../words/plain.ts";
import { bytesOf } from "./base64.ts";
import styles from "./artifacts-tab.module.css";

export function ArtifactImage({ content }: { content: ArtifactContent }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const bytes = bytesOf(content.content);
    const type = imageTypeOf(bytes);
    if (type === null) return setBroken(true);
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  if (isBroken) return <p className={styles["quiet"]}>This page cannot show it as an image. Download it.</p>;
  if (url === null) return null;
  return (
    <img
      className={styles["image"]}
      src={url}
      alt={`The artifact ${plainLine(content.path)}`}
      onError={() => setBroken(true)}
    />
  );
}
