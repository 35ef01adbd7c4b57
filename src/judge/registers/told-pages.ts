import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import { tellRows } from "./about-rows.ts";
import type { AboutRows } from "./about-rows.ts";
import { wrongIn } from "./shown.ts";
import type { Wrong } from "./shown.ts";

/** What every run asks of every page: a few words and numbers. */
export interface PageTold {
  readonly about: AboutRows;
  readonly wrong: Wrong;
}

/** A page whose rows are read when they are asked for; what is told of it was told while they were at hand. */
export interface ToldPage extends SnapshotPage {
  readonly told?: PageTold | undefined;
}

/** Says of a page what nobody then has to read it again for. */
export const tellPage = ({ register, rows }: SnapshotPage): PageTold => ({
  about: tellRows(rows),
  wrong: wrongIn(register, rows),
});
