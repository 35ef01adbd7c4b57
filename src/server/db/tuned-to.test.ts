import { expect, test } from "vitest";
import { tunedTo } from "./embedded-postgres.ts";

const GIB = 1024 ** 3;

test("PostgreSQL of our own takes a sixteenth of the memory for pages, from 128 to 512 MB, and believes in half as cache", () => {
  const sizes = [1, 4, 64].map((gib) => {
    const { shared_buffers, effective_cache_size } = tunedTo(gib * GIB);
    return [shared_buffers, effective_cache_size];
  });
  expect(sizes).toEqual([
    ["128MB", "512MB"],
    ["256MB", "2048MB"],
    ["512MB", "32768MB"],
  ]);
});
