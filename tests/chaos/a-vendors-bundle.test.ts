import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Person } from "../support/person.ts";
import { ServerProcess } from "../support/server-process.ts";

// A vendor's Exhibit and its client's: two programs with databases, keys and files of their own, that share nothing but a file and a key that
// somebody carried over.

let folder: string;
let vendor: ServerProcess;
let client: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-vendor-"));
  vendor = await ServerProcess.on(path.join(folder, "vendor"));
  client = await ServerProcess.on(path.join(folder, "client"));
  await vendor.start();
  await client.start();
});
afterAll(async () => {
  await vendor?.stop();
  await client?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Somebody with a company at an installation. */
async function founder(server: ServerProcess, name: string): Promise<{ person: Person; company: string }> {
  const email = `${name.toLowerCase()}@example.test`;
  const person = await Person.signUp(server.url, name, email, (to) => server.tokenFor(to));
  return { person, company: await person.found(`${name} and Sons`) };
}
const about = (said: object) => String(new URLSearchParams({ controls: "XC-03", ...said }));

/** What the vendor issues: a bundle of all that it has on file, and the key of its ledger. */
async function issued(): Promise<{ bundle: Buffer; key: string }> {
  const { person, company } = await founder(vendor, "Vera");
  const policy = about({ name: "Policy", fileName: "a.txt", type: "Policy" });
  await person.upload(`/companies/${company}/evidence?${policy}`, "a policy of the vendor");
  const { body } = await person.post(`/companies/${company}/exports`, {});
  const { response } = await person.get(`/companies/${company}/exports/${body.id}/bundle`);
  const { key } = (await person.get(`/companies/${company}/ledger`)).body;
  return { bundle: Buffer.from(await response.arrayBuffer()), key };
}

test("a bundle that another process of another installation issued is verified where it is filed, and an altered one is refused", async () => {
  const { bundle, key } = await issued();
  await vendor.stop();
  const { person, company } = await founder(client, "Olga");
  const add = async (register: string, fields: object): Promise<string> => {
    const { status, body } = await person.post(`/companies/${company}/registers/${register}/records`, { fields });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.id;
  };
  const ada = await add("people", { name: "Ada", kind: "employee", startsAt: "2020-01-01" });
  const asked = { name: "Vera and Sons", service: "Hosting", rating: "high", data: ["client"], hosting: "no" };
  const vendorId = await add("vendors", { ...asked, ownerId: ada });
  const filed = async (bytes: Buffer): Promise<string> => {
    const query = about({ name: "Bundle", fileName: "bundle.zip", type: "Report", fileAnyway: "1" });
    const sent = await person.upload(`/companies/${company}/evidence?${query}`, bytes);
    expect(sent.status).toBe(201);
    return await add("assurances", {
      title: "Bundle of Vera and Sons",
      vendorId,
      kind: "bundle",
      report: sent.body.exhibit,
      datedOn: "2026-01-01",
      exceptions: "None",
      reviewerId: ada,
      issuerKey: key,
    });
  };
  const said = async (id: string) => {
    // Its worker looks once a minute; two are enough on a busy machine.
    for (let look = 0; look < 120; look += 1) {
      const { fields } = (await person.get(`/companies/${company}/registers/assurances/records/${id}`)).body;
      if (fields.bundle !== undefined) return fields as Record<string, unknown>;
      await setTimeout(1_000);
    }
    throw new Error("the bundle was not verified within two minutes");
  };
  const altered = Buffer.from(bundle);
  altered[altered.indexOf("a policy of the vendor")]! ^= 1;
  // Both are there before either is waited for.
  const ids = [await filed(bundle), await filed(altered)] as const;
  const [whole, refused] = [await said(ids[0]), await said(ids[1])];
  expect(whole).toMatchObject({
    bundle: "verified",
    bundleKey: key,
    bundleSays: expect.stringMatching(/^Signed with the key that was entered: 1 item, /),
  });
  expect(refused).toMatchObject({
    bundle: "refused",
    bundleSays: expect.stringMatching(/^The bundle was damaged or altered: EX-000001\./),
  });
});
