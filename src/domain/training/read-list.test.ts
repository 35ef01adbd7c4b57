import { describe, expect, test } from "vitest";
import { readCompletions } from "./read-list.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const people = [
  { id: "ann", number: 1, email: "ann@acme.test", ended: false },
  { id: "bob", number: 2, email: null, ended: false },
  { id: "old", number: 3, email: "old@acme.test", ended: true },
  { id: "twin", number: 4, email: "two@acme.test", ended: false },
  { id: "other", number: 5, email: "two@acme.test", ended: false },
  { id: "again", number: 6, email: "back@acme.test", ended: false },
  { id: "before", number: 7, email: "back@acme.test", ended: true },
];
const read = (...lines: string[]) =>
  readCompletions(
    lines.map((line) => line.split(",")),
    people,
    now,
  );
const nothing = { taken: [], left: [], problems: [] };

describe("the header", () => {
  test.each(["Completion Date", "Completed At", "Date Completed", "completed_on", "Completed"])(
    "%s is the day of completion",
    (name) => {
      expect(read(`Email,${name}`, "ann@acme.test,2026-01-31").taken).toMatchObject([{ personId: "ann", row: 2 }]);
    },
  );
  test("a column that only begins like one is none: nothing is taken by the day of an enrollment", () => {
    for (const name of ["Date Enrolled", "Date", "Completion Rate", "Passed Count", "Date Assigned"])
      expect(read(`Email,${name}`, "ann@acme.test,2026-01-31")).toMatchObject({ taken: [], problems: [{ row: 1 }] });
    const { taken } = read("Email,Date Enrolled,Completion Date", "ann@acme.test,2026-01-01,2026-02-01");
    expect(taken).toMatchObject([{ at: new Date("2026-02-01T00:00:00.000Z") }]);
  });
  test.each([
    ["Email,Completed At,Completion Date", "Both “Completed At” and “Completion Date” could be the day"],
    ["Email,User Email,Completed At", "Both “Email” and “User Email” could name the person"],
    ["Name,Completed At", "needs a column “Email” or “Number”"],
    ["Email,Status", "needs a column “Completion Date”"],
  ])("%s is not guessed at", (header, message) => {
    expect(read(header, "a,b,c")).toMatchObject({
      ...nothing,
      problems: [{ row: 1, message: expect.stringContaining(message) }],
    });
  });
  test("an address goes before a number, which may be another system's", () => {
    expect(read("Number,Email,Completed", "7,ann@acme.test,2026-01-31").taken).toMatchObject([{ personId: "ann" }]);
    expect(read("Number,Completed", "PER-2,2026-01-31").taken).toMatchObject([{ personId: "bob", number: 2 }]);
  });
});

describe("a status", () => {
  test.each(["Completed", "passed", "PASS", "Yes", "complete"])("%s is taken", (state) => {
    expect(read("Email,Status,Completed", `ann@acme.test,${state},2026-01-31`).taken).toHaveLength(1);
  });
  test.each(["Failed", "In Progress", "not_started", "Past Due", "no", ""])("“%s” is left out, and listed", (state) => {
    expect(read("Email,Status,Completed", `ann@acme.test,${state},2026-01-31`)).toEqual({
      ...nothing,
      left: [{ row: 2, message: "Not completed." }],
    });
  });
  test("that nobody knows is wrong, and so is a pass without a day", () => {
    expect(read("Email,Status,Completed", "ann@acme.test,87,2026-01-31").problems).toEqual([
      { row: 2, message: "“87” does not say whether the course was completed." },
    ]);
    expect(read("Email,Status,Completed", "ann@acme.test,Passed,").problems).toHaveLength(1);
  });
  test("of two columns both have to say it", () => {
    const rows = ["ann@acme.test,Completed,Failed,2026-01-31", "PER-2,Completed,Passed,2026-01-31"];
    expect(read("Email,Status,Result,Completed", ...rows)).toMatchObject({ taken: [{ row: 3 }], left: [{ row: 2 }] });
  });
  test("that no column says is a day: who has none did not complete it", () => {
    expect(read("Email,Completed", "ann@acme.test,").left).toEqual([{ row: 2, message: "No day of completion." }]);
  });
});

describe("a row", () => {
  test.each([
    ["nobody@acme.test,2026-01-31", "Nobody in People has this email address or number."],
    ["two@acme.test,2026-01-31", "Several people have this email address. Use their number."],
    ["ann@acme.test,31.01.2026", "The day is not written as 2026-01-31."],
    ["ann@acme.test,01/02/2026", "The day is not written as 2026-01-31."],
    ["ann@acme.test,2026-02-30", "The day is not written as 2026-01-31."],
    ["ann@acme.test,2026-01-31 or so", "The day is not written as 2026-01-31."],
    ["ann@acme.test,2026-11-24", "This day is in the future."],
  ])("%s is wrong", (line, message) => {
    expect(read("Email,Completed", line)).toEqual({ ...nothing, problems: [{ row: 2, message }] });
  });
  test.each(["2026-01-31", "2026-01-31T23:59:59Z", "2026-01-31 10:00:00 UTC", "2026-01-31T10:00:00.123+02:00"])(
    "%s is a day",
    (day) => {
      expect(read("Email,Completed", `ann@acme.test,${day}`).taken).toMatchObject([
        { at: new Date("2026-01-31T00:00:00.000Z") },
      ]);
    },
  );
  test("of somebody who has left is left out; whoever came back is meant by their address", () => {
    expect(read("Email,Completed", "old@acme.test,2026-01-31", "back@acme.test,2026-01-31")).toMatchObject({
      taken: [{ personId: "again" }],
      left: [{ row: 2, message: "This person has left." }],
    });
  });
  test("about the same person again is wrong, by number or by address", () => {
    const { taken, problems } = read("Email,Completed", "ann@acme.test,2026-01-31", "PER-1,2026-02-01");
    expect([taken.length, problems]).toEqual([1, [{ row: 3, message: "This person is in the file twice." }]]);
  });
});
