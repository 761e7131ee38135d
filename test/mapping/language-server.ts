/** yaml-language-server as an editor runs it: a child process that is spoken to in JSON-RPC over its pipes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A place in a text: line and character from 0, as the protocol counts. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

interface Completion {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
}

/** What the server says is wrong with a text. */
export interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: Position };
}

/** Formats and stores that the server would fetch from the network are off. */
const settings = {
  validate: true,
  hover: true,
  completion: true,
  schemaStore: { enable: false },
  kubernetesCRDStore: { enable: false },
};

/** One server for many documents; disposing ends it. */
export class LanguageServer implements AsyncDisposable {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #diagnosed = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  #received: Buffer = Buffer.alloc(0);
  #calls = 0;
  #documents = 0;

  private constructor() {
    const server = 'node_modules/yaml-language-server/bin/yaml-language-server';
    this.#process = spawn(process.execPath, [server, '--stdio'], { stdio: 'pipe' });
    this.#process.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Starts a server and shakes hands with it. */
  static async start(): Promise<LanguageServer> {
    const server = new LanguageServer();
    const capabilities = {
      workspace: { configuration: true },
      textDocument: { completion: { completionItem: { documentationFormat: ['markdown'] } } },
    };
    await server.#call('initialize', { processId: process.pid, rootUri: null, capabilities });
    server.#send({ method: 'initialized', params: {} });
    return server;
  }

  /** Opens a text as a new file in a directory of which nothing is read; gives its address and what is wrong with it. */
  async open(text: string): Promise<{ uri: string; diagnostics: readonly Diagnostic[] }> {
    this.#documents += 1;
    const uri = pathToFileURL(`/nowhere/${this.#documents}/.file-checkouts.yml`).href;
    const diagnosed = new Promise<readonly Diagnostic[]>((resolve) => this.#diagnosed.set(uri, resolve));
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
    return { uri, diagnostics: await diagnosed };
  }

  /** The labels that are offered at a place, with their documentation. */
  async complete(uri: string, position: Position): Promise<Map<string, string>> {
    const result = await this.#call('textDocument/completion', { textDocument: { uri }, position });
    const { items } = result as { items: readonly Completion[] };
    const text = ({ documentation = '' }: Completion) =>
      typeof documentation === 'string' ? documentation : documentation.value;
    return new Map(items.map((item) => [item.label, text(item)]));
  }

  /** The text shown over a place; empty when there is none. */
  async hover(uri: string, position: Position): Promise<string> {
    const result = await this.#call('textDocument/hover', { textDocument: { uri }, position });
    return (result as { contents: { value: string } } | null)?.contents.value ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
  }

  #call(method: string, params: unknown): Promise<unknown> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      this.#send({ id, method, params });
    });
  }

  #send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** Cuts what has come into messages; a message may come in pieces. */
  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, headEnd))?.[1]);
      const end = headEnd + 4 + length;
      if (this.#received.length < end) return;
      const message: Message = JSON.parse(this.#received.toString('utf8', headEnd + 4, end));
      this.#received = this.#received.subarray(end);
      this.#take(message);
    }
  }

  #take(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined && id !== undefined) {
      this.#answers.get(id)?.(message);
      this.#answers.delete(id);
    } else if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as { uri: string; diagnostics: readonly Diagnostic[] };
      this.#diagnosed.get(uri)?.(diagnostics);
    } else if (method === 'workspace/configuration' && id !== undefined) {
      const { items } = params as { items: readonly { section: string }[] };
      this.#send({ id, result: items.map(({ section }) => (section === 'yaml' ? settings : {})) });
    } else if (id !== undefined) {
      this.#send({ id, result: null });
    }
  }
}
