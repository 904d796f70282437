// A link to one commission. Plain, where a list is redrawn at every key: the router's own asks at each change of the
// address, for each row, whether it leads to where one is.
import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { useActive } from "./active.ts";

interface RowLinkProps {
  id: string;
  className: string | undefined;
  children: ReactNode;
}

export function RowLink({ id, className, children }: RowLinkProps) {
  const navigate = useNavigate();
  const go = (event: MouseEvent) => {
    useActive.setState({ id });
    // Another tab, another window, a download: as the browser does it.
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: "/commissions/$id", params: { id } });
  };
  return (
    <a href={`/commissions/${encodeURIComponent(id)}`} className={className} data-id={id} onClick={go}>
      {children}
    </a>
  );
}
