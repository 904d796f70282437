// Runs before every test file: what is registered here holds for all of them.
import { afterEach } from "bun:test";
import { removeTempDirs } from "./temp.ts";

afterEach(removeTempDirs);
