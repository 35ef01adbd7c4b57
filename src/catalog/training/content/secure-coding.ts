import type { CourseContent } from "../course.ts";

export const secureCoding: CourseContent = {
  key: "secure-coding",
  version: 1,
  sections: [
    {
      title: "Think of who else calls it",
      blocks: [
        "Code is written for the user who does what we expect. Attackers are users who do not. They send what the form does not offer, call endpoints in another order, and change the number in an address. Whatever runs in the browser or in an app is theirs to change. So every rule is held on the server, each time.",
      ],
    },
    {
      title: "Input is data, never code",
      blocks: [
        "Injection happens when text from outside becomes part of a language: SQL, a shell command, HTML, a file path, a template.",
        [
          "SQL: use parameters of the driver. Never build a statement out of strings, not even for a sort column; choose that from a fixed list.",
          "Shell: avoid it. Call the program with a list of arguments.",
          "HTML: let the framework escape. Treat every place that takes raw HTML as dangerous.",
          "Paths: resolve the path and check that it is still inside the folder.",
          "Addresses to fetch: allow known hosts only, or an attacker reads your internal network through you.",
        ],
        "Check input at the border: its type, its length, its range. Refuse what does not fit; do not repair it.",
      ],
    },
    {
      title: "Access control",
      blocks: [
        "The most common serious mistake is a missing check. A user asks for invoice 1001 and gets it; then asks for 1002, which is somebody else's. Knowing an id is no permission.",
        [
          "Deny by default. Each endpoint says who may use it.",
          "Check that this user may do this to this object, in the query itself where you can.",
          "Test it: as another user, as another customer, and signed out.",
          "Hiding a button is not a check.",
        ],
      ],
    },
    {
      title: "Secrets",
      blocks: [
        "A secret in a repository is public sooner or later, and deleting the line does not remove it from the history. Keep secrets in a secret store, give each service its own, and turn them over. If one was committed, revoke it first and clean up afterwards. Keep secrets out of logs, error messages, addresses and screenshots.",
      ],
    },
    {
      title: "Cryptography and passwords",
      blocks: [
        "Do not invent any. Use TLS, a maintained library and its defaults. Passwords are stored with a slow hash made for passwords, such as Argon2id or bcrypt, with a salt each. Tokens come from the system's secure random source, not from the clock and not from an ordinary random function.",
      ],
    },
    {
      title: "Dependencies and the pipeline",
      blocks: [
        "Most of your code was written by others. Pin versions with a lockfile, look at a package before you add it, watch for typing mistakes in names, and install security updates within the time that your company set. The pipeline that builds and deploys has more power than any developer: its tokens are short-lived, and outside contributions do not see its secrets.",
      ],
    },
    {
      title: "Errors, logs and review",
      blocks: [
        "Tell the user what to do and keep the details for the log. Log who did what and when, including what was refused, and never passwords, tokens or more personal data than needed. When a check fails or a service is away, refuse; do not let through.",
        "Every change is reviewed by somebody else. Read a change as an attacker would: what happens with an empty value, with a million of them, with somebody else's id, twice at the same moment? Code that a program suggested is reviewed like any other.",
      ],
    },
  ],
  questions: [
    {
      id: "c01",
      text: "How do you put a search text from a user into a SQL statement?",
      answers: [
        "As a parameter of the driver.",
        "In quotes, with quotes inside doubled.",
        "After removing semicolons.",
        "In a string template, if the user is signed in.",
      ],
      why: "A parameter is never parsed as SQL, whatever is in it.",
    },
    {
      id: "c02",
      text: "The sort column comes from the address. How do you use it?",
      answers: [
        "Choose it from a fixed list of columns.",
        "Put it into the statement in quotes.",
        "Pass it as a parameter.",
        "Use it if it has no spaces.",
      ],
      why: "Names of columns cannot be parameters, so only known ones are let through.",
    },
    {
      id: "c03",
      text: "GET /invoices/1002 shows another customer's invoice. What is missing?",
      answers: [
        "A check on the server that this user may see this invoice.",
        "A random id.",
        "A hidden link.",
        "A captcha.",
      ],
      why: "Knowing an id is no permission. Random ids only make guessing harder.",
    },
    {
      id: "c04",
      text: "The button “Delete” is hidden for readers. Is that enough?",
      answers: [
        "No, the endpoint must refuse them too.",
        "Yes, they cannot see it.",
        "Yes, if the page is minified.",
        "Yes, if the id is random.",
      ],
      why: "Requests can be sent without the page.",
    },
    {
      id: "c05",
      text: "You committed an API key and noticed an hour later. What comes first?",
      answers: [
        "Revoke the key.",
        "Delete the line in a new commit.",
        "Make the repository private.",
        "Rewrite the history and hope.",
      ],
      why: "It stays in the history and in every copy. Only a revoked key is harmless.",
    },
    {
      id: "c06",
      text: "How are passwords stored?",
      answers: [
        "With Argon2id or bcrypt and a salt each.",
        "Encrypted with a key in the code.",
        "As SHA-256.",
        "As Base64.",
      ],
      why: "Fast hashes can be tried billions of times a second.",
    },
    {
      id: "c07",
      text: "What makes a good token for a password reset?",
      answers: [
        "At least 128 bits from the system's secure random source, stored as a hash.",
        "The user's id and the time.",
        "A random number with six digits without a limit on tries.",
        "A hash of the email address.",
      ],
      why: "What can be computed or tried can be forged.",
    },
    {
      id: "c08",
      text: "A service fetches pictures from an address that users give. What is the danger?",
      answers: [
        "It can be made to read our internal network.",
        "The pictures may be large, nothing else.",
        "None, pictures are no code.",
        "Only that it is slow.",
      ],
      why: "That is called server-side request forgery. Allow known hosts, and refuse private addresses.",
    },
    {
      id: "c09",
      text: "The permission service does not answer. What does your code do?",
      answers: [
        "Refuse.",
        "Allow, so that nobody is blocked.",
        "Allow for people who were allowed yesterday.",
        "Ask the browser.",
      ],
      why: "What fails must fail closed, or an attacker only has to break it.",
    },
    {
      id: "c10",
      text: "What belongs in a log?",
      answers: [
        "Who tried what and when, and what was refused.",
        "The whole request with its headers.",
        "The password, if it was wrong.",
        "The session token, to find it again.",
      ],
      why: "Logs are read by many people and kept for long. Tokens and passwords in them are stolen from there.",
    },
    {
      id: "c11",
      text: "You want to add a package with a name that looks right. What do you check?",
      answers: [
        "That it is the real one, maintained, and that the lockfile pins it.",
        "Only its number of stars.",
        "That it installs.",
        "That its license text is short.",
      ],
      why: "Attackers publish packages with names that are one letter off.",
    },
    {
      id: "c12",
      text: "An assistant wrote the code and its tests pass. What else is needed?",
      answers: [
        "The same review by another person as for any change.",
        "Nothing, the tests pass.",
        "A comment that it was generated.",
        "A second assistant.",
      ],
      why: "Tests show what somebody thought of. A review asks what nobody did.",
    },
  ],
};
