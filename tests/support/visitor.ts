import { demoAccounts } from "#server/demo/accounts.ts";
import { Person } from "./person.ts";
import type { Answer } from "./person.ts";

/** Someone who looks at the demo. */
export class Visitor extends Person {
  companyId = "";
  readonly address: string;

  constructor(url: string, address: string) {
    super(url, "Visitor", "");
    this.address = address;
  }

  /** Opens a visit, as a person who came from `address`, and finds the company in it. */
  static async enter(url: string, kind: "demo" | "admin" = "demo", address = "203.0.113.1"): Promise<Visitor> {
    const visitor = new Visitor(url, address);
    const entered = await visitor.tryToEnter(kind);
    if (entered.status !== 200) throw new Error(`demo: ${JSON.stringify(entered.body)}`);
    visitor.companyId = (await visitor.get("/companies")).body[0].id;
    return visitor;
  }

  async tryToEnter(kind: "demo" | "admin" = "demo"): Promise<Answer> {
    const { email, password } = demoAccounts.find((account) => account.kind === kind)!;
    const answer = await this.post("/demo/visits", { email, password });
    const set = answer.response.headers.getSetCookie().find((item) => item.startsWith("demo="));
    if (set) this.cookie = set.split(";", 1)[0]!;
    return answer;
  }

  override send(method: string, path: string, body?: BodyInit | Uint8Array, headers: Record<string, string> = {}) {
    return super.send(method, path, body, { "x-forwarded-for": this.address, ...headers });
  }

  /** What is under the company's own address. */
  ofCompany(path: string): string {
    return `/companies/${this.companyId}${path}`;
  }
}
