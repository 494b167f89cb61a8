const crlf = (text: string) => Buffer.from(text.replaceAll("\n", "\r\n"));

interface Told {
  readonly about: string;
  readonly recipient?: string;
  readonly from?: string;
}

const doctor = "doctor@elsewhere.example";

/** As the Direct reference implementation writes it. */
export const mdn = (
  disposition: string,
  { about, recipient = doctor, from = recipient, more = "" }: Told & { readonly more?: string },
) =>
  crlf(`From: ${from}
To: casey@direct.example
Subject: ${disposition}: Labs
Message-ID: <${disposition}.${recipient}.${about}>
Content-Type: multipart/report; report-type=disposition-notification;
 boundary="part"

--part
Content-Type: text/plain

Your message was ${disposition}.
--part
Content-Type: message/disposition-notification

Reporting-UA: hisp.elsewhere.example; DirectProject
Final-Recipient: rfc822;${recipient.toUpperCase()}
Original-Message-ID: <${about}>
Disposition: automatic-action/MDN-sent-automatically;${disposition}
${more}
--part--
`);

/** As postfix 3.7 writes it. */
export const postfixDsn = (action: string, { about, recipient = doctor }: Told) =>
  crlf(`Return-Path: <>
From: MAILER-DAEMON@hisp.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: casey@direct.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4CkQ.1/hisp.example"
Message-Id: <${action}.${recipient}.${about}>

This is a MIME-encapsulated message.

--4CkQ.1/hisp.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host hisp.example.

--4CkQ.1/hisp.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; hisp.example
X-Postfix-Queue-ID: 4CkQ
X-Postfix-Sender: rfc822; casey@direct.example
Arrival-Date: Mon,  2 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; inner@elsewhere.example
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: 5.1.1
Remote-MTA: dns; mx.elsewhere.example
Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: Recipient address rejected:
    User unknown in local recipient table

--4CkQ.1/hisp.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: casey@direct.example
To: ${recipient}
Subject: Labs
Message-ID:
 <${about}>

--4CkQ.1/hisp.example--
`);

/** As a HISP's monitor writes to the sender, in plain text. */
export const hispLetter = ({ about, recipient = doctor, from = "postmaster@direct.example" }: Told) =>
  crlf(`From: ${from}
To: casey@direct.example
Subject: Not Delivered: Labs
Message-ID: <monitor.${about}>
In-Reply-To: <${about}>

We have not received a delivery notification in 1 hour for the following recipients:
<${recipient}>.
`);
