// Describes a kind of run, such as a commission, to the protocol of a workbench. The protocol itself knows of a kind
// only what is declared here.
import type { z } from "zod";
import type { Stamp } from "../../contract/commission/events.ts";
import type { CourseFact, FactOrigin } from "../../contract/course/course-facts.ts";
import type { BenchPlaces } from "../../contract/home/bench-places.ts";
import type { BenchLayout, HomeLayout } from "../../contract/home/home-layout.ts";
import type { Course } from "../../rules/course/course.ts";

/** The types of one kind of run. */
export interface BenchTypes {
  id: string;
  layout: BenchLayout;
  /** A line of the ledger. */
  event: Stamp & { type: string };
  /** The state that the ledger leads to. */
  state: object;
  /** The record of the run, which each fact changes. */
  record: Course;
  /** A fact that this kind may record, apart from those of any run. */
  ownFact: { type: string };
}

export type FactBodyOf<B extends BenchTypes> = CourseFact | B["ownFact"];
export type FactOf<B extends BenchTypes> = FactBodyOf<B> & Stamp;

export interface BenchKind<B extends BenchTypes> {
  /** The name of one run of this kind in sentences. */
  noun: string;
  places: BenchPlaces<B["id"]>;
  /** Returns the layout with the directory that the worker works in. */
  workLayoutOf(home: HomeLayout, id: B["id"], state: B["state"]): B["layout"];
  /** The schemas of a line of the ledger, of a line of a workbench's journal, and of a fact before it is written. */
  event: z.ZodType<B["event"]>;
  fact: z.ZodType<FactOf<B>>;
  factBody: z.ZodType<FactBodyOf<B>>;
  fold(events: Iterable<B["event"]>): B["state"] | null;
  /** Returns the state with a fact that the hall has not copied into the ledger yet. */
  take(state: B["state"], fact: FactOf<B> & FactOrigin): B["state"];
  recordOf(state: B["state"]): B["record"];
  learn(record: B["record"], fact: FactBodyOf<B> & FactOrigin): B["record"];
  /** Whether the fact shows that the run has read untrusted text. */
  isTainting(fact: FactBodyOf<B>): boolean;
  /** Whether the hall waits for the workbench of this number. */
  isWanted(state: B["state"], bench: number): boolean;
  /** Whether the run was cancelled or stopped. */
  isCalledOff(state: B["state"]): boolean;
}
