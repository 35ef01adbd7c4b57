import { solvedChallenge } from "./solve-challenge.ts";

/** What came back: the status, the body as JSON where it is JSON, and the raw answer. */
export interface Answer {
  readonly status: number;
  // A test reads whatever field it is about, and fails on the one that is missing.
  readonly body: any;
  readonly response: Response;
}

export const PASSWORD = "Correct-horse-7";

/** Someone with a session, speaking to the API as a browser on our own pages does. */
export class Person {
  readonly url: string;
  readonly name: string;
  readonly email: string;
  cookie: string;
  /** The browser's other cookies, by name. */
  readonly jar = new Map<string, string>();
  id = "";

  constructor(url: string, name: string, email: string, cookie = "") {
    this.url = url;
    this.name = name;
    this.email = email;
    this.cookie = cookie;
  }

  /** Signs up, takes the token out of the mail, confirms, and keeps the session. */
  static async signUp(
    url: string,
    name: string,
    email: string,
    tokenFor: (email: string) => Promise<string>,
  ): Promise<Person> {
    const person = new Person(url, name, email);
    const signedUp = await person.post("/session/sign-up", {
      firstName: name,
      lastName: "Example",
      email,
      password: PASSWORD,
      verification: await solvedChallenge(url),
    });
    if (signedUp.status !== 200) throw new Error(`sign-up: ${JSON.stringify(signedUp.body)}`);
    const confirmed = await person.post("/session/confirm-email", { token: await tokenFor(email) });
    if (confirmed.status !== 200) throw new Error(`confirmation: ${JSON.stringify(confirmed.body)}`);
    person.id = confirmed.body.user.id;
    return person;
  }

  /** The same person with the same session, speaking to another server. */
  at(url: string): Person {
    return new Person(url, this.name, this.email, this.cookie);
  }

  /** Signs in with email and password, with a solved challenge. */
  async signIn(password = PASSWORD): Promise<Answer> {
    return await this.post("/session/sign-in", {
      email: this.email,
      password,
      verification: await solvedChallenge(this.url),
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("GET", path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("POST", path, JSON.stringify(body), { "content-type": "application/json", ...headers });
  }

  /** Sends a file as the body, as the page does. */
  upload(path: string, bytes: Uint8Array | string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("POST", path, bytes, { "content-type": "application/octet-stream", ...headers });
  }

  async send(
    method: string,
    path: string,
    body?: BodyInit | Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const others = [...this.jar].map(([name, value]) => `${name}=${value}`);
    const cookie = [this.cookie, ...others].filter(Boolean).join("; ");
    const cookies: Record<string, string> = cookie ? { cookie } : {};
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      body: body as BodyInit,
      redirect: "manual",
      headers: { origin: this.url, ...cookies, ...headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(";", 1)[0]!.split("=") as [string, string];
      if (name.endsWith("session")) this.cookie = /max-age=0/i.test(set) ? "" : `${name}=${value}`;
      else if (/max-age=0/i.test(set)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    const json = /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, body: json ? await response.clone().json() : undefined, response };
  }

  /** Founds a company and answers with its id. */
  async found(name: string): Promise<string> {
    const founded = await this.post("/companies", { name });
    if (founded.status !== 200) throw new Error(`company: ${JSON.stringify(founded.body)}`);
    return founded.body.id;
  }
}
