// Package bucket keeps the files of a search on disk as objects in S3, compatible services, or Google Cloud Storage. It
// is a module of its own, since their clients need many others.
//
// All of these write an object atomically, and later reads and lists see it: that is all that a search needs of its
// storage.
package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"net/url"
	"strings"
	"time"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // the scheme s3
	"gocloud.dev/gcerrors"

	"github.com/anel-mc/mc/explore"
)

// part is the size of a request, in bytes. A list of states may be read for hours, together with many others, which is
// longer than any connection lasts.
const part = 1 << 20

// storage is the part of a bucket below a prefix.
type storage struct {
	ctx     context.Context
	bucket  *blob.Bucket
	address string // as it was given
	base    string // the prefix of the names that users see
}

// Open opens the storage at an address such as s3://bucket/prefix?region=eu-central-1. The packages s3blob and gcsblob
// of gocloud.dev document the parameters after the question mark, and where credentials come from.
func Open(ctx context.Context, address string) (explore.Storage, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("%q is no address: %w", address, err)
	}
	prefix := strings.Trim(at.Path, "/")
	at.Path = ""
	s := &storage{ctx: context.WithoutCancel(ctx), address: address, base: at.Scheme + "://" + at.Host + "/"}
	if s.bucket, err = blob.OpenBucket(ctx, at.String()); err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	switch is, err := s.bucket.IsAccessible(ctx); {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", address, err)
	case !is:
		return nil, fmt.Errorf("%s: there is no bucket %s", address, at.Host)
	}
	if prefix != "" {
		s.bucket, s.base = blob.PrefixedBucket(s.bucket, prefix+"/"), s.base+prefix+"/"
	}
	return s, nil
}

func (s *storage) Path(name string) string {
	if name == "" {
		return s.address
	}
	return s.base + name
}

// failed returns the error of an operation on an object.
func (s *storage) failed(doing, name string, err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		err = fs.ErrNotExist
	}
	return &fs.PathError{Op: doing, Path: s.Path(name), Err: err}
}

func (s *storage) Create(name string) (explore.Draft, error) {
	ctx, cancel := context.WithCancel(s.ctx)
	w, err := s.bucket.NewWriter(ctx, name, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		cancel()
		return nil, s.failed("write", name, err)
	}
	return &draft{s, name, w, cancel}, nil
}

// draft is an object that is being written.
type draft struct {
	s      *storage
	name   string
	w      *blob.Writer
	cancel context.CancelFunc
}

func (d *draft) Write(p []byte) (int, error) {
	n, err := d.w.Write(p)
	if err != nil {
		err = d.s.failed("write", d.name, err)
	}
	return n, err
}

func (d *draft) Close() error {
	defer d.cancel()
	if err := d.w.Close(); err != nil {
		return d.s.failed("write", d.name, err)
	}
	return nil
}

func (d *draft) Abort() {
	d.cancel()
	d.w.Close() // returns that it was cancelled
}

func (s *storage) Open(name string, at, size int64) (io.ReadCloser, error) {
	r := &reader{s: s, name: name, at: at, end: math.MaxInt64}
	if size >= 0 {
		r.end = at + size
	}
	return r, r.fetch()
}

// reader reads an object in parts.
type reader struct {
	s       *storage
	name    string
	at, end int64 // the range that was not fetched yet
	buffer  []byte
	rest    []byte // the unread rest of buffer
}

// fetch reads the next part.
func (r *reader) fetch() error {
	from, err := r.s.bucket.NewRangeReader(r.s.ctx, r.name, r.at, min(part, r.end-r.at), nil)
	if err != nil {
		return r.s.failed("read", r.name, err)
	}
	defer from.Close()
	b := bytes.NewBuffer(r.buffer[:0])
	if _, err := io.Copy(b, from); err != nil {
		return r.s.failed("read", r.name, err)
	}
	r.buffer, r.rest = b.Bytes(), b.Bytes()
	r.at, r.end = r.at+int64(len(r.rest)), min(r.end, from.Size())
	return nil
}

func (r *reader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.at >= r.end {
			return 0, io.EOF
		}
		if err := r.fetch(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *reader) Close() error { return nil }

func (s *storage) Modified(name string) (time.Time, error) {
	a, err := s.bucket.Attributes(s.ctx, name)
	if err != nil {
		return time.Time{}, s.failed("read", name, err)
	}
	return a.ModTime, nil
}

func (s *storage) List(folder string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		objects := s.bucket.List(&blob.ListOptions{Prefix: folder})
		for {
			o, err := objects.Next(s.ctx)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield("", s.failed("list", folder, err))
				return
			}
			if !yield(o.Key, nil) {
				return
			}
		}
	}
}

func (s *storage) Remove(name string) error {
	if err := s.bucket.Delete(s.ctx, name); err != nil {
		return s.failed("remove", name, err)
	}
	return nil
}
