// Shows a plain link to one commission, for lists that are redrawn at every key press. The router's own link would
// check for each row, at each change of the address, whether it is active.
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
    // Leave new tabs, new windows and downloads to the browser.
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
