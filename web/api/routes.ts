// The hall's routes by name: types from the contract, methods and paths from a table that the build generates.
export type { AnswerOf as Answer, BodyOf as Body, CallName as RouteName } from "../../src/client/call.ts";

export { table } from "virtual:routes";
