import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./program.ts";

/** Where the files are listed that are running, one a line. Read by whoever ends a run whose time is over. */
export const RUNNING_FILES = "EXHIBIT_RUNNING_FILES";

interface TestModule {
  readonly moduleId: string;
}

/** A reporter for vitest: what a run did not come to the end of is known though it never comes to its report. */
export default class RunningFiles {
  readonly #running = new Set<string>();

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#running.add(relative(root, moduleId));
    this.#write();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(relative(root, moduleId));
    this.#write();
  }

  #write(): void {
    const file = process.env[RUNNING_FILES];
    if (file) writeFileSync(file, [...this.#running].join("\n"));
  }
}
