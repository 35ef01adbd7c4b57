import { isCommonPassword } from "../auth/common-passwords.ts";
import type { Cookies } from "../auth/cookies.ts";
import type { LinkRequests } from "../auth/link-requests.ts";
import { hashPassword } from "../auth/passwords.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { HumanCheck } from "../human-check/human-check.ts";
import { fail } from "../app-error.ts";
import { requireHuman } from "./require-human.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly humanCheck: HumanCheck;
  readonly cookies: Cookies;
  readonly linkRequests: LinkRequests;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Begins an account and mails the link that confirms it. Refuses `password-common`; nobody is told whether the address is
 * known.
 */
export function signUp(deps: Deps): HandlersOf<"session">["signUp"] {
  const { cookies, linkRequests } = deps;
  return async ({ input, request }) => {
    const { email, password, firstName, lastName } = input;
    const human = await requireHuman(deps, input.verification, request);
    if (await isCommonPassword(password, email)) fail("password-common");
    await human.spend();
    let browser = cookies.read(request.cookie, "sign-up");
    if (browser === undefined) {
      browser = newToken();
      request.setCookie(cookies.set("sign-up", browser, DAY_SECONDS));
    }
    const signUp = { firstName, lastName, password: await hashPassword(password), browser: sha256(browser) };
    await linkRequests.ask({ purpose: "signup", email, signUp });
    return { email };
  };
}
