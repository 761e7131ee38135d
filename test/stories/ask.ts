import { request } from 'node:http';

/** What a call sends. */
export interface Asked {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks over a connection of its own: a kept one may lead to the service of an earlier story, whose port came back. */
export function ask(url: string, { method, headers = {}, body }: Asked = {}): Promise<string> {
  return new Promise((done, reject) => {
    const call = request(url, { method: method ?? 'GET', headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => done(text));
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}
