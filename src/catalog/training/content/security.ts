import type { CourseContent } from "../course.ts";

export const security: CourseContent = {
  key: "security",
  version: 1,
  sections: [
    {
      title: "Why this concerns you",
      blocks: [
        "Most attacks do not begin with a clever program. They begin with a person who is in a hurry: a link that is clicked, a password that is used twice, a file that is sent to the wrong address. The same person can also stop an attack, by looking twice and by telling somebody early.",
        "This course takes a few minutes. It covers six things that you meet in every job.",
      ],
    },
    {
      title: "Phishing",
      topic: "phishing",
      blocks: [
        "A phishing message pretends to come from somebody you trust. It wants you to click, to sign in, to pay or to open a file. It can come by email, text, phone, chat or a QR code on a poster.",
        "Look for these signs:",
        [
          "It puts you under pressure: today, at once, or your account is closed.",
          "It asks for something unusual, such as gift cards, new bank details or a code.",
          "The sender's address or the link is nearly right, but not quite.",
        ],
        "When you are not sure, do not answer the message and do not use its links. Ask the person through a way you already know, such as their number in your contacts.",
      ],
    },
    {
      title: "Malware",
      topic: "malware",
      blocks: [
        "Malware is software that works against you: it reads what you type, locks your files for a ransom, or gives a stranger control. It arrives in attachments, in downloads and on USB sticks, and sometimes as an update that a web page offers.",
        [
          "Install software only from your company's list or store.",
          "Install updates when your device asks. Most attacks use holes that were closed weeks ago.",
          "Never turn off the virus scanner or the firewall to make something work.",
          "Do not plug in a USB stick that you found.",
        ],
        "If your device behaves strangely, disconnect it from the network, leave it on, and report it.",
      ],
    },
    {
      title: "Passwords and MFA",
      topic: "passwords",
      blocks: [
        "Use a password manager. It makes a long, random password for each account and remembers it for you. If one service loses its passwords, the others stay safe.",
        "Never share a password, not with a colleague and not with support. Nobody who works for you needs it.",
        "Turn on multi-factor authentication (MFA) wherever it is offered. A passkey or a security key is best, because it cannot be typed into a false page. If you must remember a password yourself, use several random words.",
      ],
    },
    {
      title: "Sign-in alerts",
      topic: "sign-in alerts",
      blocks: [
        "Services tell you about sign-ins from a new device or place. Read these alerts. If it was you, nothing is needed. If it was not you, somebody has your password.",
        "An MFA prompt that you did not cause means the same: somebody typed your password just now. Deny it. Do not approve it to make the prompts stop. Then change the password and report it, even at night.",
      ],
    },
    {
      title: "Handling data",
      topic: "data handling",
      blocks: [
        "Keep company data in company systems. Do not forward it to a private address, and do not paste it into tools that your company has not approved, including AI assistants.",
        [
          "Share with named people, not with everybody who has the link.",
          "Check the recipients before you send. Autocomplete often picks the wrong person.",
          "Lock your screen when you leave it: Windows+L, or Control+Command+Q on a Mac.",
          "Delete what you no longer need, as your company's rules say.",
        ],
      ],
    },
    {
      title: "Reporting an incident",
      topic: "incidents",
      blocks: [
        "Report at once when you clicked a strange link, lost a device, sent something to the wrong person, or saw something that looks wrong. You need not be certain, and you need not find the cause first.",
        "Early reports are worth the most. Minutes decide whether a password is changed before it is used. Nobody is blamed for reporting a mistake. Do not delete messages or files: they help to find out what happened.",
      ],
    },
  ],
  questions: [
    {
      id: "s01",
      text: "A message from your bank's “security team” says that your account closes in one hour. What do you do?",
      answers: [
        "Open the bank's site or app the way you always do and look there.",
        "Use the link quickly, before the hour is over.",
        "Answer and ask whether it is real.",
        "Forward it to colleagues so that they are warned.",
      ],
      why: "Pressure is the most common sign of phishing. A way you already know cannot be forged by the message.",
    },
    {
      id: "s02",
      text: "Your manager asks by chat for gift card codes, at once and in confidence. What comes first?",
      answers: [
        "Call your manager on the number you know.",
        "Buy them, because it is urgent.",
        "Ask in the same chat whether it is really them.",
        "Send half of them.",
      ],
      why: "If the account was taken over, the chat answers what the attacker wants. Another way does not.",
    },
    {
      id: "s03",
      text: "You found a USB stick in the parking lot. What do you do with it?",
      answers: [
        "Hand it to IT without plugging it in.",
        "Plug it in to see whose it is.",
        "Plug it into an old computer.",
        "Format it and use it.",
      ],
      why: "A stick can act as a keyboard and take over a computer in seconds.",
    },
    {
      id: "s04",
      text: "A web page says that your browser is out of date and offers a download. What is right?",
      answers: [
        "Close it, and update from the browser's own menu.",
        "Download it, updates are important.",
        "Turn off the virus scanner first.",
        "Download it, but open it tomorrow.",
      ],
      why: "Updates come from the program itself or from your company's store, never from a page that you happened to visit.",
    },
    {
      id: "s05",
      text: "Files on your laptop suddenly have strange names and cannot be opened. What do you do first?",
      answers: [
        "Disconnect it from the network, leave it on, and report it.",
        "Restart it several times.",
        "Delete the files.",
        "Copy the files to the shared drive.",
      ],
      why: "Disconnecting stops it from spreading. What is in memory may help to recover files.",
    },
    {
      id: "s06",
      text: "Which way of keeping passwords is best?",
      answers: [
        "A password manager with a different password for each account.",
        "One very long password for everything.",
        "A list in a document on your desktop.",
        "A pattern that you change a little for each site.",
      ],
      why: "When one service loses its passwords, attackers try them everywhere else.",
    },
    {
      id: "s07",
      text: "Somebody from “support” asks for your password to repair your account. What do you answer?",
      answers: [
        "No. Support never needs it, and I report the call.",
        "I give it and change it afterwards.",
        "I give it if they know my employee number.",
        "I send it by email so that it is documented.",
      ],
      why: "Nobody who works for your company needs your password.",
    },
    {
      id: "s08",
      text: "At night your phone asks you to approve a sign-in that you did not start. What do you do?",
      answers: [
        "Deny it, change the password, and report it.",
        "Approve it so that the prompts stop.",
        "Ignore it until the morning.",
        "Turn off MFA.",
      ],
      why: "A prompt that you did not cause means that somebody has your password.",
    },
    {
      id: "s09",
      text: "An alert says that your account was used in a country where you have never been. What does it mean?",
      answers: [
        "Probably that somebody else has my password, so I report it.",
        "Nothing, such alerts are always wrong.",
        "That my MFA has expired.",
        "That I should delete the alert.",
      ],
      why: "Read sign-in alerts. They are often the first sign of a stolen password.",
    },
    {
      id: "s10",
      text: "You want to finish work at home and your private email is handy. What is right?",
      answers: [
        "Use the company's systems and remote access.",
        "Forward the files to your private address.",
        "Put them on a private USB stick.",
        "Paste them into a free online tool.",
      ],
      why: "What leaves the company's systems is no longer protected, backed up or deleted by its rules.",
    },
    {
      id: "s11",
      text: "You share a folder with a client. Which setting do you choose?",
      answers: [
        "Named people, with an end date.",
        "Everybody who has the link.",
        "Everybody in the company and the client.",
        "Public, because it is easiest.",
      ],
      why: "A link can be forwarded to anybody. Names cannot.",
    },
    {
      id: "s12",
      text: "You clicked a link, typed your password, and then noticed that the page was false. What now?",
      answers: [
        "Change the password and report it at once.",
        "Wait and see whether something happens.",
        "Delete the message and say nothing.",
        "Report it only if money is gone.",
      ],
      why: "Minutes decide whether the password is changed before it is used. Nobody is blamed for reporting.",
    },
    {
      id: "s13",
      text: "You sent a list of customers to the wrong person. What do you do?",
      answers: [
        "Report it at once, and keep the message.",
        "Ask the recipient to delete it and tell nobody.",
        "Delete it from your sent mail.",
        "Wait until somebody notices.",
      ],
      why: "Some reports must be made to customers or authorities within hours or days. Your company can only keep that clock if it knows.",
    },
  ],
};
