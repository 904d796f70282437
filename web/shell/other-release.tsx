// Warns that the page and its hall are of different releases and may not understand each other.
import { useQuery } from "@tanstack/react-query";
import { version } from "virtual:routes";
import { Button } from "../parts/button.tsx";
import { Note } from "../parts/note.tsx";
import { queries } from "../store/queries.ts";

export function OtherRelease() {
  const hall = useQuery(queries.status()).data?.version;
  if (hall === undefined || hall === version) return null;
  return (
    <Note tone="brass">
      <p>
        This page is release {version}, but the hall is release {hall}. Until both are the same, something may
        be missing or go wrong. Reload the page. If that does not help, run <code>npm run build</code> where
        the hall is installed.
      </p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </Note>
  );
}
