// Says where the workbenches of one kind of run, such as commissions, have their files, and by which option of their
// command line they are told which run is theirs.
import type { BenchLayout, HomeLayout } from "./home-layout.ts";
import { commissionLayout } from "./home-layout.ts";
import type { CommissionId } from "./ids.ts";

export interface BenchPlaces<Id extends string> {
  option: string;
  layoutOf(home: HomeLayout, id: Id): BenchLayout;
}

export const commissionBenches: BenchPlaces<CommissionId> = {
  option: "--commission",
  layoutOf: commissionLayout,
};
