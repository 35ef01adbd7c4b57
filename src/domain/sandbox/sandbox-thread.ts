import type { JudgeRun, RunJudge } from "../judge/contract.ts";
import type { Platform } from "./engine.ts";
import { openSandbox } from "./judge-sandbox.ts";
import type { JudgeSandbox, SandboxAnswer, SandboxBounds } from "./judge-sandbox.ts";

// A judge that nobody vouches for runs in a thread of its own, which is ended from outside where its engine does not come back by
// itself. Both ends of that thread are here; what a thread is, the machine says.

/** What a verifier gives to a judge of somebody else. */
export const judgeBounds: SandboxBounds = {
  memoryBytes: 512 * 1024 * 1024,
  steps: 200_000_000,
  stepsPerCharacter: 200,
  answerLength: 16 * 1024 * 1024,
};

/** How long a thread may say nothing: far longer than the steps take, on a machine that is busy with something else, too. */
const PATIENCE_MS = 60_000;
const PATIENCE_MS_PER_CHARACTER = 0.05;

/** A message to the thread: the script first, then questions. */
type ToThread = { readonly code: string } | { readonly question: string };
/** Its answer to each: that it is ready, or what became of it. */
type FromThread = { readonly ready: true } | SandboxAnswer;

/** One end of a thread. */
export interface ThreadPort {
  send(message: unknown): void;
  /** Who hears what the other end sends; undefined for an end that came without a message. */
  hear(listener: (message: unknown) => void): void;
}

/** A thread that was begun. */
export interface Thread extends ThreadPort {
  end(): void;
}

/** What is needed of the machine to run one. */
export interface Threads {
  begin(): Thread;
  /** Calls once after so many milliseconds, unless it is called off by what this answers with. */
  after(milliseconds: number, then: () => void): () => void;
}

/** The inside of the thread: reads one judge, and puts one question after the other to it. */
export function serveSandbox(port: ThreadPort, platform: Platform, bounds: SandboxBounds = judgeBounds): void {
  let sandbox: JudgeSandbox | undefined;
  const answer = async (message: ToThread): Promise<FromThread> => {
    if ("question" in message) return sandbox!.judge(message.question);
    const opened = await openSandbox(platform, message.code, bounds);
    if (!("judge" in opened)) return opened;
    sandbox = opened;
    return { ready: true };
  };
  port.hear((message) => {
    const failed: FromThread = { failure: "out-of-memory", message: "The sandbox cannot begin on this machine." };
    void answer(message as ToThread).then(port.send, () => port.send(failed));
  });
}

/** Runs judges that nobody vouches for, until it is closed. */
export type JudgeRunner = RunJudge & {
  /** Ends the thread that the last judge runs in. */
  close(): void;
};

/**
 * Runs judges that nobody vouches for: the language and its question are all that one has. A judge's thread stays for the next questions,
 * until another judge is asked. Who once takes more time or memory than one may is not asked again, so that no bundle keeps a verifier
 * busy for ever.
 */
export function sandboxedJudge(threads: Threads, patienceMs = PATIENCE_MS): JudgeRunner {
  let current: AskedJudge | undefined;
  const spent = new Map<string, JudgeRun>();
  const ask = async (code: string, question: string): Promise<JudgeRun> => {
    const failed = spent.get(code);
    if (failed) return failed;
    if (current?.code !== code) {
      current?.thread.end();
      current = beginJudge(threads, code, patienceMs);
    }
    const opened = await current.opened;
    const run = runOf("failure" in opened ? opened : await current.ask({ question }, question.length));
    if ("failure" in opened || ("stopped" in run && run.stopped !== "error")) spent.set(code, run);
    return run;
  };
  const close = () => {
    current?.thread.end();
    current = undefined;
  };
  // One question after the other, whoever asks.
  let last: Promise<unknown> = Promise.resolve();
  const run: RunJudge = async (code, questions) => {
    const runs = last.then(async () => {
      const all: JudgeRun[] = [];
      for (const question of questions) all.push(await ask(code, question));
      return all;
    });
    last = runs;
    return await runs;
  };
  return Object.assign(run, { close });
}

interface AskedJudge {
  readonly code: string;
  readonly thread: Thread;
  /** What the thread said of the script. */
  readonly opened: Promise<FromThread>;
  ask(message: ToThread, characters: number): Promise<FromThread>;
}

function beginJudge(threads: Threads, code: string, patienceMs: number): AskedJudge {
  const thread = threads.begin();
  let settle: (answer: FromThread) => void = () => {};
  thread.hear((message) =>
    settle((message as FromThread | undefined) ?? { failure: "out-of-memory", message: "The judge's thread ended." }),
  );
  const ask = (message: ToThread, characters: number) =>
    new Promise<FromThread>((resolve) => {
      const callOff = threads.after(patienceMs + PATIENCE_MS_PER_CHARACTER * characters, () => {
        thread.end();
        resolve({ failure: "out-of-time", message: "The judge did not come back." });
      });
      settle = (answer) => {
        callOff();
        resolve(answer);
      };
      thread.send(message);
    });
  return { code, thread, ask, opened: ask({ code }, code.length) };
}

function runOf(answer: FromThread): JudgeRun {
  if ("answer" in answer) return answer;
  if ("ready" in answer) return { stopped: "error", message: "The judge did not answer." };
  const stopped = { "out-of-time": "time", "out-of-memory": "memory", threw: "error", "not-a-judge": "error" } as const;
  return { stopped: stopped[answer.failure], message: answer.message };
}
