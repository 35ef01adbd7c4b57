import { isJudgeWorker, serveJudge } from "./judge-worker.ts";

// The one script of verify.html: the page's program, and in the worker that the page begins, a judge's.

if (isJudgeWorker()) serveJudge();
else void import("./main.ts");
