// A credential on its way from a person's shell to the model endpoint: who gets it, and who could have read it.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findExecutable, runBriefly } from "../../src/host/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import type { CommissionId } from "../../src/contract/ids.ts";
import { contain } from "../../src/sandbox/contain.ts";
import { childEnvironment } from "../../src/sandbox/environment.ts";
import type { SandboxProbe } from "../../src/sandbox/probe.ts";
import { answerText, closeAll, openUpstream, streamed, type Upstream } from "../gateway/support.ts";
import { familyOf, filesHolding, holds, processesHolding } from "../harness/find-text.ts";
import { untilEnded } from "../harness/hall.ts";
import { LaunchedHome } from "../harness/launched-home.ts";
import { submitAnswer, toolsIn } from "../harness/model-answers.ts";
import { bash } from "../sandbox/inside.ts";
import { isWithoutSandbox, probe } from "../sandbox/usable.ts";
import { programsWithout } from "../harness/programs.ts";
import { searchFor } from "./credentials-search.ts";
