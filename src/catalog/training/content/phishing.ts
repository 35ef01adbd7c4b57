import type { CourseContent } from "../course.ts";

export const phishing: CourseContent = {
  key: "phishing",
  version: 1,
  sections: [
    {
      title: "What attackers want from you",
      blocks: [
        "An attacker wants one of four things: your password, your approval, your money, or a program on your device. To get it they need you to act before you think. So nearly every phishing message has a story with a feeling in it: fear, hurry, curiosity, or the wish to help.",
        "The grammar is no longer a clue. Messages are written by programs that write well, in your language, with your colleague's name. Calls can imitate a voice. What gives them away is what they ask for.",
      ],
    },
    {
      title: "Three questions before you act",
      blocks: [
        [
          "Did I expect this? An invoice from a supplier you never heard of was not expected.",
          "Does it ask for something that can hurt: a password, a code, a payment, a file, a change of bank details?",
          "Is there pressure to be quick, or to keep it quiet?",
        ],
        "If one answer worries you, stop. Check through a way that you already know: type the address yourself, use your bookmark, call the number in your contacts. Do not use the phone number or the link in the message.",
      ],
    },
    {
      title: "Reading an address",
      blocks: [
        "What counts in a link is the part right before the first single slash, read from its end. In “https://login.example.com.account-check.net/start” the owner is account-check.net, not example.com. Letters can be swapped: rn looks like m, and 1 looks like l.",
        "The name of a sender can be anything. Look at the address behind it. And even a right address proves little: the colleague's mailbox may have been taken over.",
        "A password manager and a passkey are good readers of addresses. If yours offers no password on a page that looks familiar, the page is probably not the one you know.",
      ],
    },
    {
      title: "Attachments, QR codes, calls and texts",
      blocks: [
        "An attachment that asks you to “enable content” or “enable editing” wants to run a program. A QR code is a link that you cannot read before you open it; look at the address that your phone shows. Parcel notices by text are a favorite.",
        "Callers pretend to be from IT, the bank or the police. They know your name and your employer, because both can be found online. Hang up and call back on a number that you looked up yourself. Nobody honest minds.",
        "A page may ask you to press keys and paste a text into a window “to prove that you are human”. That runs a program. Close the page.",
      ],
    },
    {
      title: "Payments and bank details",
      blocks: [
        "The most expensive messages have no link at all. They say that a supplier has a new account, or that the director needs a transfer today and cannot talk. Any change of bank details is confirmed by a call to a number that was known before, and by a second person. This rule has no exception for directors.",
      ],
    },
    {
      title: "Codes and approvals",
      blocks: [
        "A sign-in code is for a page and never for a person. Whoever asks you to read one out is signing in as you at that moment. Prompts that you did not cause are denied, however many come.",
      ],
    },
    {
      title: "Report it",
      blocks: [
        "Report suspicious messages with the button in your mail program or to the address that your company gave you. Others got the same message, and somebody may have clicked. If you clicked, report it at once. Say what you typed. Do not delete anything.",
      ],
    },
  ],
  questions: [
    {
      id: "h01",
      text: "What is the best sign that a message is phishing?",
      answers: [
        "It asks for something that can hurt, and it is in a hurry.",
        "It has spelling mistakes.",
        "It comes from outside the company.",
        "It has a logo.",
      ],
      why: "Messages are well written today. What they ask for gives them away.",
    },
    {
      id: "h02",
      text: "Who owns the page https://portal.yourbank.com.safe-login.net/verify?",
      answers: ["Whoever owns safe-login.net.", "Your bank.", "Whoever owns portal.", "Nobody."],
      why: "What counts is the part right before the first single slash, read from its end.",
    },
    {
      id: "h03",
      text: "A colleague's real address sends you a strange file. What is possible?",
      answers: [
        "That their mailbox was taken over, so I ask them another way.",
        "Nothing bad, the address is right.",
        "That my mail program is broken.",
        "That the file is encrypted and so it is safe.",
      ],
      why: "A right address proves only that the message came from that mailbox.",
    },
    {
      id: "h04",
      text: "Your password manager offers no password on a page that looks like your mail. What does that suggest?",
      answers: [
        "That the page is not the one it looks like.",
        "That the manager is out of date; type it by hand.",
        "That the password has expired.",
        "That cookies are off.",
      ],
      why: "It compares addresses more carefully than a person can.",
    },
    {
      id: "h05",
      text: "A document asks you to “enable content” to see it. What do you do?",
      answers: [
        "Close it and ask the sender another way.",
        "Enable it, otherwise it stays empty.",
        "Enable it and turn it off afterwards.",
        "Send it to a colleague to try.",
      ],
      why: "Enabling content runs a program that the sender wrote.",
    },
    {
      id: "h06",
      text: "A supplier emails new bank details for the next invoice. What comes before the payment?",
      answers: [
        "A call to the supplier on a number that we had before, and a second person.",
        "A reply to the email to confirm it.",
        "A small test payment.",
        "Nothing, it has their letterhead.",
      ],
      why: "The mailbox of the supplier may be in other hands, and it would confirm anything.",
    },
    {
      id: "h07",
      text: "“IT support” calls and asks for the code that you just got by text. What is happening?",
      answers: [
        "They are signing in as me at this moment.",
        "They are checking my phone.",
        "They are renewing my account.",
        "They are testing the new system.",
      ],
      why: "A code is for a page and never for a person.",
    },
    {
      id: "h08",
      text: "Your director writes from a private address: transfer 18,000 today, do not call, I am in a meeting. What do you do?",
      answers: [
        "Follow the rule for payments, and call the director on the known number.",
        "Transfer it, directors are busy.",
        "Answer and ask for a confirmation by email.",
        "Transfer half now.",
      ],
      why: "The rule has no exception for directors. Attackers count on the hope that it has.",
    },
    {
      id: "h09",
      text: "A QR code on a poster in the lobby promises free coffee for a survey. What is wise?",
      answers: [
        "Look at the address that the phone shows, and type no password there.",
        "Scan it, it hangs in our own building.",
        "Scan it with a private phone and sign in with the work account.",
        "Share it with colleagues.",
      ],
      why: "Anybody can hang a poster, and a code hides its address until it is opened.",
    },
    {
      id: "h10",
      text: "A page says: press Windows+R, paste this and press Enter to prove that you are human. What is it?",
      answers: [
        "An attempt to run a program on my device.",
        "A new kind of captcha.",
        "A check of my keyboard.",
        "A harmless test of the browser.",
      ],
      why: "No honest page asks you to paste something into your system.",
    },
    {
      id: "h11",
      text: "You are nearly sure that a message is phishing, and you did not click. What now?",
      answers: [
        "Report it, because others got it too.",
        "Delete it.",
        "Answer and complain.",
        "Nothing, I did not click.",
      ],
      why: "Your report can save a colleague who is in a hurry.",
    },
    {
      id: "h12",
      text: "A caller who sounds exactly like your colleague asks for an urgent payment. Does the voice prove who it is?",
      answers: [
        "No, voices can be imitated. I call back on a known number.",
        "Yes, a voice cannot be imitated.",
        "Yes, if they know my name.",
        "Yes, if the number on the display is right.",
      ],
      why: "A few seconds of a recording are enough to imitate a voice, and numbers on a display can be forged.",
    },
  ],
};
