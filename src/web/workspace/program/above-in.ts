import type * as z from "zod";
import type { contract } from "#contract/index.ts";

type Grid = Pick<z.output<typeof contract.registers.grid.output>, "cells" | "most">;

/** How many records of a picture stand above its bound; none where nobody set one. */
export const aboveIn = ({ cells, most }: Grid): number =>
  most === null ? 0 : cells.reduce((sum, { up, across, count }) => sum + (up * across > most ? count : 0), 0);
