import { browserJudge, isJudgeWorker, serveJudge } from "#web/verification/bundle-page/judge-worker.ts";
import { trialBounds } from "./trial-bounds.ts";

// The program of a page that is built like verify.html, under its policy: a test runs judges by what it puts on the window.

if (isJudgeWorker()) serveJudge(trialBounds);
else
  Object.assign(window, {
    runJudge: async (patience: number | undefined, code: string, questions: readonly string[]) => {
      const judge = browserJudge(document.querySelector("script")!.textContent, patience);
      try {
        return await judge(code, questions);
      } finally {
        judge.close();
      }
    },
  });
