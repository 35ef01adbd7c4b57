import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openZip } from "#domain/bundle/zip-reader.ts";
import { verifyCommand } from "../bundle/verify-command.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { Item, MendedCompany } from "#tests/support/mended-company.ts";
import { verifyProof } from "#web/verification/verify-proof.ts";
import { prowlerReport } from "#tests/support/reports.ts";

let at: MendedCompany;
beforeAll(async () => {
  at = await mendedCompany();
});
afterAll(() => at.running.close());

test("owners and admins re-file any item, members what they filed themselves, and nobody else anything", async () => {
  const theirs = await at.file("Filed by the owner");
  const own = await at.file("Filed by a member", {}, at.people.member);
  for (const [name, item, status] of [
    ["stranger", own, 404],
    ["auditor", own, 403],
    ["viewer", own, 403],
    ["other", own, 403],
    ["member", theirs, 403],
    ["member", own, 200],
    ["admin", theirs, 200],
  ] as const)
    expect([name, (await at.refile(item, { add: ["XC-03"] }, at.people[name])).status]).toEqual([name, status]);
});

test("an item that leaves a control leaves its lists, counts, searches and auditors there, and comes back as it was", async () => {
  const { people, path } = at;
  const item = await at.file("Quicksand");
  const state = async () => {
    const [first, two] = [await at.control("XC-01"), await at.control("XC-02")];
    return {
      exhibits: await at.exhibits(),
      byControl: await at.exhibits("&control=XC-01"),
      current: await at.exhibits("&freshness=current&control=XC-01"),
      count: (await people.owner.get(path("/evidence-count?control=XC-01"))).body.count,
      control: [first.control.evidenceCount, two.control.evidenceCount],
      ofControl: first.evidence.map((filed: Item) => filed.exhibit),
      pages: (await people.owner.get(path("/controls/XC-01/evidence"))).body.items.length,
      audited: (await at.control("XC-01", people.auditor)).evidence.length,
      controls: (await at.details(item)).item.controls,
      validity: (await at.details(item)).validity,
      until: (await at.details(item)).item.validUntil,
    };
  };
  const before = await state();
  const answer = await at.refile(item, { remove: ["XC-01"] });
  expect([answer.status, answer.body]).toEqual([200, { added: [], removed: ["XC-01"] }]);
  const without = (list: readonly string[]) => list.filter((entry) => entry !== item.exhibit);
  expect(await state()).toMatchObject({
    exhibits: before.exhibits,
    byControl: without(before.byControl),
    current: without(before.current),
    count: before.count - 1,
    control: [before.control[0] - 1, before.control[1]],
    ofControl: without(before.ofControl),
    pages: before.pages - 1,
    audited: before.audited - 1,
    controls: ["XC-02"],
  });
  expect((await at.refile(item, { add: ["XC-01"] })).body).toEqual({ added: ["XC-01"], removed: [] });
  expect(await state()).toEqual(before);
});

test("each change is an entry with its reason, and stands in custody", async () => {
  const item = await at.file("On record", {}, at.people.member);
  await at.refile(item, { add: ["XC-03"], remove: ["XC-01"], reason: "It is of the devices" }, at.people.admin);
  const titles = await Promise.all(["XC-03", "XC-01"].map(async (id) => (await at.control(id)).control.title));
  expect((await at.sentences())[0]).toBe(
    `added ${item.exhibit}, “On record”, to ${titles[0]} and removed it from ${titles[1]}: It is of the devices`,
  );
  const { body } = await at.people.auditor.get(at.path(`/evidence/${item.id}`));
  expect(body.item.controls).toEqual(["XC-02", "XC-03"]);
  expect(body.custody).toContainEqual(
    expect.objectContaining({
      event: "Controls changed",
      by: "admin Example",
      of: "content",
      detail: `Added to ${titles[0]}. Removed from ${titles[1]}: It is of the devices`,
    }),
  );
  expect(body.proof.metadata.controls).toEqual(["XC-01", "XC-02"]);
  // Auditors prove it in their browser as members do.
  expect(await verifyProof(body.item, body.proof)).toEqual({ holds: true });
  expect(await verifyProof({ ...body.item, controls: ["XC-02"] }, body.proof)).toMatchObject({ broken: true });
});

test("what is so already is passed over, and where nothing changes nothing is written", async () => {
  const item = await at.file("Twice");
  const { size } = (await at.people.owner.get(at.path("/ledger"))).body;
  expect((await at.refile(item, { add: ["XC-01"], remove: ["XC-05"] })).body).toEqual({ added: [], removed: [] });
  expect((await at.people.owner.get(at.path("/ledger"))).body.size).toBe(size);
  expect((await at.refile(item, { add: ["XC-01", "XC-04"], remove: ["XC-01", "XC-02"] })).body).toEqual({
    added: ["XC-04"],
    removed: ["XC-02"],
  });
});

test("an item is not removed without a reason, nor from its last control, nor under a control that there is not", async () => {
  const item = await at.file("Kept");
  const send = async (change: object) => {
    const { status, body } = await at.people.owner.post(at.path(`/evidence/${item.id}/controls`), change);
    return [status, body.code];
  };
  expect((await send({ remove: ["XC-01"] }))[0]).toBe(400);
  expect((await send({ remove: ["XC-01"], reason: " " }))[0]).toBe(400);
  expect((await send({}))[0]).toBe(400);
  expect(await send({ remove: ["XC-01", "XC-02"], reason: "Wrong" })).toEqual([409, "no-control-left"]);
  expect((await send({ add: ["XC-99"] }))[0]).toBeGreaterThanOrEqual(400);
  expect((await at.details(item)).item.controls).toEqual(["XC-01", "XC-02"]);
  expect(await send({ remove: ["XC-01", "XC-02"], add: ["XC-07"], reason: "Wrong" })).toEqual([200, undefined]);
  expect((await at.details(item)).item.controls).toEqual(["XC-07"]);
});

test("what is withdrawn, replaced or privileged stays where it is", async () => {
  const gone = await at.file("Gone");
  await at.withdraw(gone);
  expect((await at.refile(gone, { add: ["XC-03"] })).body.code).toBe("item-withdrawn");
  const old = await at.file("Old");
  await at.file("New", { supersedes: old.id });
  expect((await at.refile(old, { add: ["XC-03"] })).body.code).toBe("item-replaced");
  const matter = await at.people.owner.post(at.path("/matters"), { name: "A v. B", basis: "work product", join: true });
  const memo = await at.file("Memo", { matter: matter.body.id });
  expect((await at.refile(memo, { add: ["XC-03"] })).body.code).toBe("privileged-change");
  expect((await at.refile(memo, { add: ["XC-03"] }, at.people.admin)).status).toBe(404);
});

test("a report stays under the controls whose checks it decides, and not while it is read", async () => {
  const { people, path, running } = at;
  expect(
    (await people.owner.upload(path("/imports?fileName=prowler.ocsf.json"), prowlerReport(new Date()))).status,
  ).toBe(201);
  const report = (await people.owner.get(path("/evidence"))).body.items[0] as Item & { controls: string[] };
  expect((await at.refile(report, { add: ["XC-01"] })).body.code).toBe("report-being-read");
  await running.app.runTasks();
  const { controls } = (await at.details(report)).item as { controls: string[] };
  const free = ["XC-01", "XC-02", "XC-03"].find((id) => !controls.includes(id))!;
  const statuses = async () =>
    (await people.owner.get(path("/controls"))).body.map((item: { status: string }) => item.status) as string[];
  const before = await statuses();
  expect(before).toContain("failing");
  const left = await at.refile(report, { add: [free], remove: controls, reason: "It looks bad" });
  expect(left.body.code).toBe("decides-checks");
  expect(await statuses()).toEqual(before);
  expect((await at.refile(report, { add: [free] })).status).toBe(200);
  expect((await at.refile(report, { remove: [free] })).status).toBe(200);
});

test("a document goes with its item when the item leaves the control, and comes back with it", async () => {
  const { people, path } = at;
  const id = "auth.authentication-standard";
  const item = await at.file("Our rules", { controls: "XC-08,XC-09" });
  const day = new Date().toISOString().slice(0, 10);
  const filed = await people.owner.post(path(`/controls/XC-08/documents/${id}/filings`), {
    evidenceId: item.id,
    from: day,
    to: day,
  });
  expect(filed.status).toBe(200);
  const state = async (who = people.owner) =>
    (await who.get(path("/documents?control=XC-08"))).body.find((item: { id: string }) => item.id === id)
      .state as string;
  expect(await state()).toBe("waiting");
  await at.refile(item, { remove: ["XC-08"] });
  for (const who of [people.owner, people.viewer]) expect(await state(who)).toBe("missing");
  const acceptance = path(`/document-filings/${filed.body.filings[0].id}/acceptance`);
  expect((await people.admin.post(acceptance, {})).status).toBe(404);
  await at.refile(item, { add: ["XC-08"] });
  expect(await state()).toBe("waiting");
});

test("what the worker judges is what pages show, and a test that cites the item stands", async () => {
  const { people, path, running, company } = at;
  const item = await at.file("Cited", { controls: "XC-01" });
  const population = { kind: "numbered", size: 3 };
  const tests = path("/controls/XC-01/tests");
  const { seed, numbers } = (
    await people.owner.post(`${tests}/sample`, { checkId: "policies.approved-within-year", population, size: 1 })
  ).body;
  const signed = await people.owner.post(tests, {
    checkId: "policies.approved-within-year",
    populationSource: "Our policies",
    population,
    seed,
    size: 1,
    passed: numbers,
    exceptions: [],
    conclusion: "passes",
    exhibits: [item.exhibit],
  });
  expect([signed.status, signed.body.state]).toEqual([200, "current"]);
  const checkOf = async () =>
    (await at.control("XC-01")).checks.find(
      ({ checkId }: { checkId: string }) => checkId === "policies.approved-within-year",
    );
  const before = await checkOf();
  expect(before).toMatchObject({ checkId: "policies.approved-within-year" });
  await at.refile(item, { add: ["XC-05"], remove: ["XC-01"] });
  expect(await checkOf()).toEqual(before);
  expect((await people.owner.get(tests)).body.tests[0]).toEqual(signed.body);
  await running.app.runTasks();
  const { rows } = await running.database.admin.query(
    "SELECT control_id, status FROM app.control_standings WHERE company_id = $1",
    [company],
  );
  const shown = (await people.owner.get(path("/controls"))).body as { id: string; status: string }[];
  expect(new Map(rows.map((row) => [row.control_id, row.status]))).toEqual(
    new Map(shown.map(({ id, status }) => [id, status])),
  );
});

test("a bundle lists an item under its controls and name of now, keeps what was sealed, proves both, and verifies", async () => {
  const { people, path, running } = at;
  const item = await at.file("Heliotrope");
  await at.rename(item, "Violet");
  await at.refile(item, { add: ["XC-06"], remove: ["XC-01"] });
  const made = await people.owner.post(path("/exports"), {});
  // Later than the bundle's head: not in it.
  await at.rename(item, "Mauve");
  await at.refile(item, { add: ["XC-01"], remove: ["XC-06"] });
  const { response } = await people.owner.get(path(`/exports/${made.body.id}/bundle`));
  const bytes = Buffer.from(await response.arrayBuffer());
  const { files } = await openZip(async (into, from) => bytes.copy(into, 0, from), bytes.length);
  const read = async (name: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of files.find((file) => file.path === name)!.read()) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const row = JSON.parse(await read("evidence.json")).find((entry: Item) => entry.exhibit === item.exhibit);
  expect(row).toMatchObject({
    name: "Heliotrope",
    renamedTo: "Violet",
    controls: ["XC-01", "XC-02"],
    refiledUnder: ["XC-02", "XC-06"],
  });
  const named = (id: string, controls: { id: string; exhibits: string[] }[]) =>
    controls.find((control) => control.id === id)!.exhibits.includes(item.exhibit);
  const controls = JSON.parse(await read("controls.json"));
  expect(["XC-01", "XC-02", "XC-06"].map((id) => named(id, controls))).toEqual([false, true, true]);
  expect(await read("report.html")).toContain("Violet");
  expect(await read("ledger/changes.jsonl")).not.toContain("Mauve");
  const zip = join(running.folder, "changed.zip");
  writeFileSync(zip, bytes);
  const { key } = (await people.owner.get(path("/ledger"))).body;
  const lines: string[] = [];
  expect([await verifyCommand([zip, "--key", key], { out: (line) => void lines.push(line) }), lines]).toEqual([
    0,
    expect.anything(),
  ]);
});

test("after any filing, re-filing, withdrawing and restoring, every figure is what a count of the standing links says", async () => {
  const ids = ["XC-01", "XC-02", "XC-03"];
  const step = fc.record({
    act: fc.constantFrom("file", "refile", "refile", "withdraw", "restore"),
    item: fc.nat(9),
    add: fc.subarray(ids),
    remove: fc.subarray(ids),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const type = ["Policy", "Report", "Config", "Document"][round++ % 4]!;
      // What earlier rounds left is out of the way.
      const found = await at.exhibits();
      const before = new Map(await Promise.all(ids.map(async (id) => [id, await countOf(id)] as const)));
      const shelf: { item: Item; under: Set<string>; withdrawn: boolean }[] = [];
      for (const { act, item: which, add, remove } of steps) {
        const first = shelf[which % Math.max(shelf.length, 1)];
        if (act === "file" || !first) {
          const controls = add.length > 0 ? add : ["XC-01"];
          const item = await at.file(`Item ${round} ${shelf.length}`, { controls: controls.join(","), type });
          shelf.push({ item, under: new Set(controls), withdrawn: false });
        } else if (act === "withdraw") {
          asExpected(await at.withdraw(first.item), first.withdrawn ? 409 : 200);
          first.withdrawn = true;
        } else if (act === "restore") {
          asExpected(await at.restore(first.item), first.withdrawn ? 200 : 404);
          first.withdrawn = false;
        } else if (add.length + remove.length > 0) {
          const after = new Set([...first.under].filter((id) => !remove.includes(id) || add.includes(id)).concat(add));
          const refiled = await at.refile(first.item, { add, remove, reason: "Moved" });
          asExpected(refiled, first.withdrawn || after.size === 0 ? 409 : 200);
          if (refiled.status === 200) first.under = after;
        }
      }
      const standing = shelf.filter(({ withdrawn }) => !withdrawn);
      for (const id of ids) {
        const under = standing.filter((item) => item.under.has(id));
        expect(await countOf(id)).toBe(before.get(id)! + under.length);
        const listed = await at.exhibits(`&control=${id}`);
        expect(listed.filter((exhibit) => !found.includes(exhibit))).toEqual(
          under.map(({ item }) => item.exhibit).toReversed(),
        );
      }
      for (const { item, under } of shelf) {
        const { item: now, validity } = await at.details(item);
        expect(now.controls).toEqual([...under].toSorted());
        const latest = validity
          .map(({ until }: { until: string }) => until)
          .toSorted()
          .at(-1);
        expect(now.validUntil).toBe(latest);
      }
    }),
    { numRuns: 5 },
  );
});

function asExpected({ status }: { status: number }, expected: number) {
  if (status !== expected) throw new Error(`${status} instead of ${expected}`);
}
const countOf = async (id: string) => (await at.control(id)).control.evidenceCount as number;
