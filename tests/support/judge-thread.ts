import { serveJudge } from "#server/bundle/judge-thread.ts";
import { trialBounds } from "./trial-bounds.ts";

// A thread for `nodeJudge` with the bounds of tests.

serveJudge(trialBounds);
