// Runs before every test file: hooks registered here apply to all of them.
import { afterEach } from "bun:test";
import { removeTempDirs } from "./temp.ts";

afterEach(removeTempDirs);
