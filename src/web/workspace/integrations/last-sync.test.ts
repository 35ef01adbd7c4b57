import { expect, test } from "vitest";
import { lastSync } from "./last-sync.ts";

test("what was read says how long ago, in the largest unit that is not nothing", () => {
  const now = new Date("2025-05-14T12:00:00Z");
  const said = ["11:59:30", "11:59:00", "11:48:00", "11:00:30", "11:00:00", "03:10:00"].map((time) =>
    lastSync(`2025-05-14T${time}Z`, now),
  );
  expect(said).toEqual(["Just now", "1 min ago", "12 min ago", "59 min ago", "1 h ago", "8 h ago"]);
  expect(lastSync("2025-05-12T09:00:00Z", now)).toBe("May 12 09:00 UTC");
  // A clock that is behind the server's.
  expect(lastSync("2025-05-14T12:00:05Z", now)).toBe("Just now");
});
