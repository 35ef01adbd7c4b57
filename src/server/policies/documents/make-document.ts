import { Worker } from "node:worker_threads";
import { AppError, fail } from "../../app-error.ts";
import { fairLanes } from "../../reading/fair-lanes.ts";
import { threadEnv } from "../../thread-env.ts";
import type { DocumentFormat, MadeDocument } from "./document-bytes.ts";
import type { DocumentTask } from "./document-thread.ts";

const PATIENCE_MS = 20_000;
const MEGABYTES = 384;
/** Documents that are made at once, for all companies and for one, and how many of one may wait. */
const lanes = { atOnce: 2, perLane: 1, waitingPerLane: 20 };

export type MakeDocument<Task> = (companyId: string, task: Task, signal?: AbortSignal) => Promise<Uint8Array>;

interface MakerOptions {
  readonly atOnce?: number;
  /** What one thread may hold. */
  readonly megabytes?: number;
}

/** Makes documents of versions. Refuses as {@link threadedMaker} does. */
export function documentMaker(options: MakerOptions = {}): MakeDocument<DocumentTask> {
  return threadedMaker(new URL("./document-thread.ts", import.meta.url), options);
}

/**
 * Makes documents, each in a thread of its own that runs `program`, companies taking turns. Refuses `policy-print-busy` where too many
 * wait or one takes too long, `document-too-long` for one that a thread cannot hold, and `policy-text` for what is no policy.
 */
export function threadedMaker<Task>(
  program: URL,
  { atOnce = lanes.atOnce, megabytes = MEGABYTES }: MakerOptions = {},
): MakeDocument<Task> {
  const inTurn = fairLanes({ ...lanes, atOnce });
  return async (companyId, task, signal) => {
    try {
      return await inTurn(companyId, () => inThread(program, task, megabytes), signal);
    } catch (error) {
      if (error instanceof AppError && error.code === "imports-waiting") return fail("policy-print-busy", error);
      if (isOutOfMemory(error)) return fail("document-too-long", error);
      throw error;
    }
  };
}

/** The name of a document's file, by its policy's title. */
export function documentName(title: string, number: number, format: DocumentFormat): string {
  return fileName(title, `v${number}`, format);
}

/** The name of a document's file, by its title and edition. */
export function fileName(title: string, edition: string, format: DocumentFormat): string {
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 80);
  return `${plain || "policy"}-${edition}.${format}`;
}

/** As what each format is served. */
export const mediaTypes = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

async function inThread(program: URL, task: unknown, megabytes: number): Promise<Uint8Array> {
  const worker = new Worker(program, {
    workerData: task,
    env: threadEnv(),
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const made = await new Promise<MadeDocument>((resolve, reject) => {
      timer = setTimeout(() => reject(new AppError("policy-print-busy")), PATIENCE_MS);
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    return "refused" in made ? fail("policy-text") : made.bytes;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
