import type { Mail } from "#server/mail/outbox.ts";
import type { Person } from "./person.ts";
import type { RunningApp } from "./running-app.ts";

/** Somebody of the staff in a browser that runs no script: pages, forms and the cookie. */
export class StaffBrowser {
  readonly url: string;
  cookie = "";

  constructor(url: string, cookie = "") {
    this.url = url;
    this.cookie = cookie;
  }

  /** Opens a page, and follows where it leads. */
  async open(path: string): Promise<StaffPage> {
    const response = await fetch(this.url + path, { headers: this.#headers(), redirect: "manual" });
    const to = response.headers.get("location");
    return response.status === 303 && to ? await this.open(to) : await this.#page(response);
  }

  /** Posts these fields, and follows where the answer leads. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<StaffPage> {
    const response = await fetch(this.url + path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      redirect: "manual",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        ...this.#headers(),
        ...headers,
      },
    });
    for (const set of response.headers.getSetCookie())
      this.cookie = /max-age=0/i.test(set) ? "" : set.split(";", 1)[0]!;
    const to = response.headers.get("location");
    return response.status === 303 && to ? await this.open(to) : await this.#page(response);
  }

  /** Presses the button of the page's form that leads there, with what is chosen in it. */
  async submit(page: Pick<StaffPage, "html">, path: string, chosen: Record<string, string> = {}): Promise<StaffPage> {
    return await this.post(path, { ...fieldsOf(page, path), ...chosen });
  }

  #headers(): Record<string, string> {
    return this.cookie === "" ? {} : { cookie: this.cookie };
  }

  async #page(response: Response): Promise<StaffPage> {
    return { status: response.status, html: await response.text(), response };
  }
}

export interface StaffPage {
  readonly status: number;
  readonly html: string;
  readonly response: Response;
}

/** The hidden fields of a form, by where it posts to. */
export function fieldsOf({ html }: Pick<StaffPage, "html">, path: string): Record<string, string> {
  const form = html.split(`action="${path}"`)[1]?.split("</form>")[0];
  if (form === undefined) throw new Error(`no form posts to ${path}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]));
}

/** Adds somebody to the register of people; answers with the record's id. */
export async function addToStaff(
  by: Person,
  company: string,
  fields: { name: string; email?: string; jobTitle?: string; startsAt?: string; endsAt?: string; employeeId?: string },
): Promise<string> {
  const person = { kind: "employee", startsAt: "2020-01-01T00:00:00.000Z", ...fields };
  const added = await by.post(`/companies/${company}/registers/people/records`, { fields: person });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return added.body.id;
}

/** Vouches for somebody's address as another owner or admin would, where who wrote it is not the only one. */
export async function confirmAddress({ database }: Pick<RunningApp, "database">, personId: string): Promise<void> {
  await database.admin.query(
    `BEGIN; SET LOCAL session_replication_role = replica; UPDATE app.records SET vouched_email = lower(fields ->> 'email'),
      vouched_how = 'another', vouched_at = now() WHERE id = '${personId}';
      SELECT app.list_people(company_id, ARRAY[id]) FROM app.records WHERE id = '${personId}'; COMMIT`,
  );
}

/** The token of the newest link that was mailed to an address. */
export function linkTokenOf(mails: readonly Mail[], email: string): string {
  const mail = mails.findLast(({ to, text }) => to === email && text.includes("/me/link?token="));
  if (!mail) throw new Error(`no link was mailed to ${email}`);
  return /\/me\/link\?token=([\w-]{43})/.exec(mail.text)![1]!;
}

/** Sends somebody a link and opens their session by it. */
export async function signInStaff(
  running: RunningApp,
  by: Person,
  company: string,
  personId: string,
  email: string,
): Promise<StaffBrowser> {
  const sent = await by.post(`/companies/${company}/staff/links`, { personIds: [personId] });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  await running.app.runTasks();
  const browser = new StaffBrowser(running.url);
  await browser.post("/me/link", { link: linkTokenOf(running.mails, email) });
  if (browser.cookie === "") throw new Error("the link opened no session");
  return browser;
}
