import { toast } from "#web/design/toast-list.ts";

const says = {
  elsewhere:
    "Your password is the one that was chosen in another browser, when this address signed up. If that was not you, set a new one under Profile.",
  nowhere: "This address was signed up in several browsers, so no password was kept. Set one under Profile.",
} as const;

/** Tells whoever confirms an address in another browser than it signed up in whose password the account has. */
export function tellPasswordOrigin(passwordFrom: "here" | "elsewhere" | "nowhere"): void {
  if (passwordFrom !== "here") toast.info(says[passwordFrom]);
}
