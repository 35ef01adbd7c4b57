import { spawnSync } from "node:child_process";

/** Whether this machine lacks a program that a test asks. */
export const lacks = (program: string): boolean => spawnSync(program, ["--version"]).error !== undefined;

/** Whether this process is root, who alone may give files to other accounts. */
export const isRoot = process.getuid?.() === 0;

/** The Node that the machine itself brings, which may be older than ours; an auditor's could be as old. */
export const machinesNode = "/usr/bin/node";
