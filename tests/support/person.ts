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
  /** The cookie by which a browser that signed up is known again. */
  browser = "";
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

  get(path: string): Promise<Answer> {
    return this.send("GET", path);
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
    const cookie = [this.cookie, this.browser].filter(Boolean).join("; ");
    const cookies: Record<string, string> = cookie ? { cookie } : {};
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      body: body as BodyInit,
      redirect: "manual",
      headers: { origin: this.url, ...cookies, ...headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const pair = set.split(";", 1)[0]!;
      if (/sign-up=/.test(pair)) this.browser = pair;
      if (/session=/.test(pair)) this.cookie = /max-age=0/i.test(set) ? "" : pair;
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
