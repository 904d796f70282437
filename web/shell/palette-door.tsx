// Opens the command palette by key or button; the palette's code is fetched only then.
import { lazy, Suspense } from "react";
import { create } from "zustand";
import { fetchCode } from "../api/visit.ts";
import { useKeys } from "./keys.ts";

const Palette = lazy(async () => ({ default: (await fetchCode(() => import("./palette.tsx"))).Palette }));

const usePalette = create<{ isOpen: boolean; wasOpen: boolean }>(() => ({ isOpen: false, wasOpen: false }));

export function setPaletteOpen(isOpen: boolean): void {
  usePalette.setState(({ wasOpen }) => ({ isOpen, wasOpen: wasOpen || isOpen }));
}

export function PaletteDoor() {
  const { isOpen, wasOpen } = usePalette();
  useKeys([
    {
      keys: "mod+k",
      says: "Go anywhere, do anything",
      group: "Do",
      inFields: true,
      act: () => setPaletteOpen(!isOpen),
    },
  ]);
  return (
    <Suspense fallback={null}>{wasOpen && <Palette isOpen={isOpen} setOpen={setPaletteOpen} />}</Suspense>
  );
}
