import { monitorEventLoopDelay } from "node:perf_hooks";
import { fill } from "./fill.ts";
import { openInstance } from "./instance.ts";
import { beginProfile, endProfile } from "./profile.ts";

// The server in a process of its own: whoever asks it shares none of its time. It is spoken to by messages (apart.ts).

const instance = await openInstance();
instance.believeForwarded();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

let [most, since] = [0, process.memoryUsage.rss()];
setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50).unref();

/** What the parent may ask, by name. */
const answers: Readonly<Record<string, (...given: never[]) => unknown>> = {
  cpu: () => process.cpuUsage(),
  /** Bytes of memory at most since it was asked last, and when it was asked. */
  memory: () => {
    const answer = { most, before: since };
    since = process.memoryUsage.rss();
    most = since;
    return answer;
  },
  /** Milliseconds that the event loop was held at most since it was asked last. */
  stall: () => {
    const most = delay.max / 1e6;
    delay.reset();
    return most;
  },
  beginProfile,
  endProfile,
  runTasks: () => instance.app.runTasks(),
  mails: () => instance.mails,
  fill: (userId: string, companyId: string, count: number) => fill({ ...instance, userId }, companyId, count),
  close: () => instance.close(),
};

process.on("message", ({ id, name, given }: { id: number; name: string; given: never[] }) => {
  Promise.resolve()
    .then(() => answers[name]!(...given))
    .then(
      (answer) => process.send!({ id, answer }, () => name === "close" && process.exit(0)),
      (error: Error) => process.send!({ id, error: error.stack }),
    );
});
process.send!({ ready: { url: instance.url, database: instance.databaseUrl, folder: instance.folder } });
