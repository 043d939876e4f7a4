// nginx at its best for this tree: files compressed beforehand, their descriptors kept, one large
// buffer instead of sendfile, no log.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const PROGRAM = '/usr/sbin/nginx'
const MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** `1.22.1`. */
export function version() {
  const text = execFileSync('sh', ['-c', `${PROGRAM} -v 2>&1`], { encoding: 'utf8' })
  return text.match(/nginx\/(\S+)/)[1]
}

/** Writes the configuration; returns the command that starts it. */
export function command(folder, options) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, options))
  return [PROGRAM, '-c', file, '-e', join(folder, 'error.log')]
}

function configuration(folder, { site, ports, upstream, headers, certificate, log }) {
  return `load_module ${MODULE};
daemon off;
pid ${folder}/pid;
user root;
worker_processes 1;
pcre_jit on;
events { worker_connections 16384; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  charset utf-8;
  charset_types application/javascript;
  access_log ${log ? `${folder}/access.log` : 'off'};
  server_tokens off;
  sendfile off;
  output_buffers 1 256k;
  keepalive_requests 1000000000;
  gzip_static on;
  brotli_static on;
  gzip_vary on;
  open_file_cache max=15000 inactive=1h;
  open_file_cache_valid 1h;
  open_file_cache_errors on;
  ssl_certificate ${certificate.cert};
  ssl_certificate_key ${certificate.key};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_buffer_size 16k;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  scgi_temp_path ${folder}/scgi;
  uwsgi_temp_path ${folder}/uwsgi;
  upstream origin { server 127.0.0.1:${upstream}; keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${ports.plain} backlog=4096;
    listen 127.0.0.1:${ports.tls} ssl http2 backlog=4096;
    root ${site.folder};
    location / {
      ${add(headers.page)}
      try_files $uri/index.html $uri =404;
    }
    location ~ /_payload\\.json$ {
      ${add(headers.payload)}
    }
    location ^~ /assets/ {
      root ${site.builds};
      ${add(headers.asset)}
    }
    location ^~ /api/ {
      ${add(headers.api)}
      proxy_pass http://origin;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header Cookie "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`
}

/** Small fixed answers: the backend that both pass calls on to. */
export function upstreamCommand(folder, port) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
pid ${folder}/pid;
user root;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  default_type application/json;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  scgi_temp_path ${folder}/scgi;
  uwsgi_temp_path ${folder}/uwsgi;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / { return 200 '{"code":200,"msg":"ok","data":{"items":[1,2,3,4,5,6,7,8]}}'; }
  }
}
`,
  )
  return [PROGRAM, '-c', file, '-e', join(folder, 'error.log')]
}

function add(headers) {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)} always;`)
    .join('\n      ')
}
